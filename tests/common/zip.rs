//! Zip archives, made for the tests.

use std::io::Write;

use flate2::Compression;
use flate2::write::DeflateEncoder;
use rawzip::path::EntryPath;
use rawzip::{CompressionMethod, ZipArchiveWriter};

/// An archive of files with these names, which may be any bytes.
pub fn zip(files: &[(&[u8], &[u8])]) -> Vec<u8> {
    let mut archive = ZipArchiveWriter::new(Vec::new());
    for (name, content) in files {
        let name = EntryPath::verbatim(*name);
        let file = archive.new_file(name);
        let file = file.compression_method(CompressionMethod::DEFLATE);
        let (mut entry, config) = file.start().unwrap();
        let mut writer = config.wrap(DeflateEncoder::new(&mut entry, Compression::default()));
        writer.write_all(content).unwrap();
        let (encoder, descriptor) = writer.finish().unwrap();
        encoder.finish().unwrap();
        entry.finish(descriptor).unwrap();
    }
    archive.finish().unwrap()
}

/// Where the headers of the files are in the directory of an archive.
pub fn headers(zip: &[u8]) -> Vec<usize> {
    positions(zip, b"PK\x01\x02")
}

/// Where the record is that ends an archive.
pub fn end(zip: &[u8]) -> usize {
    positions(zip, b"PK\x05\x06")[0]
}

fn positions(zip: &[u8], magic: &[u8; 4]) -> Vec<usize> {
    let all = zip.windows(4).enumerate();
    let found = all.filter(|(_, bytes)| bytes == magic);
    found.map(|(at, _)| at).collect()
}

/// The same archive with other bytes in the header of its first file, from an offset on.
pub fn patched(zip: &[u8], offset: usize, bytes: &[u8]) -> Vec<u8> {
    let mut zip = zip.to_vec();
    let at = headers(&zip)[0] + offset;
    zip[at..at + bytes.len()].copy_from_slice(bytes);
    zip
}
