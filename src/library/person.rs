//! Names of players, without what records write before them.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::text::{Folded, folded};

/// The teams of xiangqi players: provinces, cities and associations.
const TEAMS: &str = "北京 上海 天津 重庆 河北 山西 辽宁 吉林 黑龙江 江苏 浙江 安徽 福建 江西 山东 河南 湖北 湖南 广东 广西 海南 四川 \
                     贵州 云南 陕西 甘肃 青海 宁夏 新疆 内蒙古 西藏 香港 澳门 台湾 中国 沈阳 大连 长春 哈尔滨 石家庄 太原 济南 青岛 \
                     南京 无锡 苏州 杭州 宁波 温州 嘉兴 合肥 福州 厦门 南昌 武汉 长沙 广州 深圳 惠州 佛山 东莞 成都 贵阳 昆明 \
                     西安 兰州 火车头 煤矿 石油 农协 邮电 机电 冶金 化工 金融 越南 新加坡 马来西亚 泰国 中华台北";

/// The teams as they are compared, by their first character: statistics ask for the names of thousands of games.
static BY_FIRST: LazyLock<HashMap<char, Vec<String>>> = LazyLock::new(|| {
    let mut teams: HashMap<char, Vec<String>> = HashMap::new();
    for team in TEAMS.split_whitespace().map(folded) {
        teams.entry(team.chars().next().unwrap_or_default()).or_default().push(team);
    }
    teams
});

/// A player's name without the team that is before it: `吕钦` of `广东吕钦`, `广东 吕钦` and `廣東省呂欽`. Other names are as
/// they are.
pub(crate) fn person(name: &str) -> &str {
    let name = name.trim();
    let first = Folded::new(name, false).next().map(|(_, first)| first);
    let teams = first.and_then(|first| BY_FIRST.get(&first)).into_iter().flatten();
    let rests = teams.filter_map(|team| after(name, team));
    rests.min_by_key(|rest| rest.len()).unwrap_or(name)
}

/// The name of a person after that of a team, which is folded.
fn after<'a>(name: &'a str, team: &str) -> Option<&'a str> {
    let mut letters = Folded::new(name, false);
    let is_before = team.chars().all(|letter| letters.next().is_some_and(|(_, it)| it == letter));
    let rest = name.get(letters.offset()..).filter(|_| is_before)?;
    let rest = rest.strip_prefix(['省', '市', '队', '隊']).unwrap_or(rest).trim_start();
    let count = rest.chars().filter(|letter| !letter.is_whitespace()).count();
    let is_name = rest.chars().all(|next| next.is_whitespace() || ('一'..='鿿').contains(&next));
    (is_name && (2..=4).contains(&count)).then_some(rest)
}
