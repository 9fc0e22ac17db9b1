/**
 * What stands between the daemon and the child: it writes its own identity before anything else, so that no moment
 * exists at which a child runs and nobody can find it, and the true exit status by rename after everything else.
 *
 * - `set -C` makes the pid file exclusive: a new daemon that finds an intent without one creates it first, as
 *   revoked, and the shim then ends without having started anything. Exactly one of the two wins.
 * - Signals are caught, not ignored: a caught signal is back to its default in the child, an ignored one is not.
 * - A full disk is waited for, as long as the directory exists: the status must not be lost.
 * - The shell's own words ("Killed") are kept out of the run's log; dash redirects a plain command in the parent, where
 *   they would still land there, so the child is a subshell that execs.
 */
const body = `
set -C
printf '{"pid":%s,"start":"%s","boot":"%s"}\\n' "$$" "$start" "$boot" > "$record/pid.json" || exit 125
set +C
trap : TERM INT HUP
exec 3>&2 2>/dev/null
( exec "$@" 2>&3 3>&- )
status=$?
exec 3>&-
until printf '%s\\n' "$status" > "$record/exit.tmp" && mv -f "$record/exit.tmp" "$record/exit"; do
  [ -d "$record" ] || exit 125
  sleep 1
done
`

const linux = `record=$1
shift
read -r line < /proc/$$/stat && read -r boot < /proc/sys/kernel/random/boot_id || exit 125
started() { shift 19; start=$1; }
started \${line##*) }
${body}`

const elsewhere = `record=$1
shift
start=$(LC_ALL=C TZ=UTC ps -o lstart= -p $$) && boot=$(sysctl -n kern.boottime) || exit 125
start=$(echo $start)
${body}`

/** POSIX sh; arguments: the record's directory, then the child's argv. Costs one process of 0.2 MB. */
export function shimScript(platform: NodeJS.Platform): string {
  return platform === 'linux' ? linux : elsewhere
}
