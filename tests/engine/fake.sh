#!/bin/sh
# An engine of shogi for tests, wilful in the way that its first argument names. Its scores depend on the position alone.
mode=$1
home=$2
n=0
answer() {
    words=$(($# < 4 ? 0 : $# - 3))
    score=$(($(echo "$*" | cksum | cut -d' ' -f1) % 2000 - 1000))
    if [ $((words % 2)) = 0 ]; then move=9g9f; else move=1c1d; fi
    # A line of three moves, of pawns that have not moved before.
    case $mode in lines | lengthy) move=$(pawn $words) ;; esac
    pv=$move
    [ "$mode" = lines ] && pv="$move $(pawn $((words + 1))) $(pawn $((words + 2)))"
    if [ "$mode" = lengthy ]; then
        pv=
        for i in 0 1 2 3 4 5 6 7 8 9 10 11; do pv="$pv$(pawn $((words + i))) "; done
    fi
    case $mode$n in
    silent3) ;;
    # Reports without an end: until it is stopped, and whatever is said.
    past*) report 700 ;;
    overdue3) report 0 ;;
    never3) while sleep 0.02; do echo "info depth 1 score cp 1 pv $move"; done ;;
    esac
    [ "$mode$n" = silent3 ] || echo "info depth 7 nodes $nodes time 1 score cp $score pv $pv"
    echo "bestmove $move"
}
# Three lines that change all the time until it is stopped, and some that come too late.
chatter() {
    words=$(($# < 4 ? 0 : $# - 3))
    (
        d=1
        while sleep 0.02; do ranks; done
    ) &
    while read -r line && [ "$line" != stop ]; do :; done
    kill $!
    echo "info multipv 1 score cp 1 pv $(pawn $words) $(pawn $((words + 1)))"
    sleep 0.02
    echo "bestmove $(pawn $words)"
}
ranks() {
    d=$((d + 1))
    for r in 0 1 2; do
        pv="$(pawn $((words + 2 * r))) $(pawn $((words + 2 * r + 1)))"
        echo "info depth $d multipv $((r + 1)) score cp $((d * 37 % 900 - 100 * r)) nodes $((d * 9000)) time $((d * 20)) pv $pv"
    done
}
judge() {
    case $1 in *mate*) echo "checkmate nomate" && return ;; esac
    shift
    if [ $(($# % 4)) = 0 ]; then move=3c3d; else move=7g7f; fi
    case $* in *1g1f) score=900 ;; *) score=0 ;; esac
    echo "info depth 7 nodes 900 time 1 score cp $score pv $move"
    echo "bestmove $move"
}
pawn() {
    file=$(($1 % 9 + 1))
    if [ $(($1 % 2)) = 0 ]; then echo ${file}g${file}f; else echo ${file}c${file}d; fi
}
report() {
    (
        k=1
        while sleep 0.02; do echo "info depth 1 nodes $((k += $1)) score cp 1 pv $move"; done
    ) &
    while read -r line && [ "$line" != stop ]; do :; done
    kill $!
}
while read -r line; do
    case $line in setoption* | position* | go*) echo "$line" >>"$home/asked" ;; esac
    case $line in
    usi)
        [ "$mode" = hang-hello ] && sleep 100
        while [ "$mode" = chatter-hello ]; do echo "info string tick" && sleep 0.3; done
        while [ "$mode" = deaf-hello ]; do sleep 100; done
        [ "$mode" = complain ] && echo "no network file" >&2 && exit 3
        printf 'id name Fake\033]0;title\007 1\noption name MultiPV type spin\nusiok\n'
        ;;
    isready)
        [ "$mode" = hang-ready ] && sleep 100
        while [ "$mode" = chatter-ready ]; do echo "info string tick" && sleep 0.3; done
        echo readyok
        ;;
    position*) position=$line ;;
    go*)
        n=$((n + 1))
        case $line in *nodes*) nodes=${line##* } ;; *) nodes=1234 ;; esac
        case $mode$n in
        hang-go*) while read -r line; do [ "$line" = quit ] && sleep 100; done ;;
        exit3) exit 5 ;;
        flood3) yes "info string nothing at all, but a lot of it" | head -c 1000000000 ;;
        long3) head -c 10000000 /dev/zero | tr '\0' x && echo ;;
        wide3) while :; do head -c 1000000 /dev/zero | tr '\0' x && echo; done ;;
        deaf?) while :; do sleep 100; done ;;
        endless3) cat /dev/zero ;;
        wrong3) echo "info depth 1 score cp 1 pv 5e5d" ;;
        liar3) echo "bestmove 5e5d" && continue ;;
        tired3) echo "bestmove resign" && continue ;;
        # It has found nothing when it is stopped.
        brief[123]) read -r line && echo "bestmove resign" && continue ;;
        late3) read -r line && sleep 3 ;;
        escape3) printf 'info depth 2 score cp 10 pv \033[2J\033]0;x\007\n' ;;
        noise3) printf 'info depth x score cp y pv\ninfo\nbestmov\n\n\0\377\n' ;;
        picky*) case $position in *"moves 1g1f"*) exit 7 ;; esac ;;
        resign*) echo "info depth 1 score mate -0 pv resign" && echo "bestmove resign" && continue ;;
        slow*) sleep 0.01 ;;
        chatter?*) chatter $position && continue ;;
        # It knows no mates, and one bad move.
        judge*) judge "$line" $position && continue ;;
        esac
        answer $position
        ;;
    quit)
        [ "$mode" = stay ] && sleep 100
        exit 0
        ;;
    esac
done
