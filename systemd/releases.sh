# Sourced by install, uninstall and update: where things are, and how a release takes over.
#
# COMPANION_ROOT puts everything below another folder (for trying it out).
root="${COMPANION_ROOT:-}"
home="$root/opt/companion"
config="$root/etc/companion"
state="$root/var/lib/companion"
units="$root/etc/systemd/system"
keep=3

say() { echo "companion: $*"; }
fail() {
    echo "companion: $*" >&2
    exit 1
}

need_root() {
    [ "$(id -u)" -eq 0 ] || fail "this changes the system; run it as root: sudo $*"
}

current_release() { basename "$(readlink "$home/current" 2>/dev/null || true)"; }

# A version or tag as `sort -V` has to see it: v1.0-rc1 and 1.0rc1 are the same, and before 1.0.
as_version='s/^v//; s/([0-9])-?([a-z])/\1~\2/'

# Reads versions or tags, one a line; the newest.
newest_of() { sed -E "h; $as_version; G; s/\n/\t/" | sort -V | tail -n 1 | cut -f 2; }

# Whether a version or tag is newer than another one.
is_newer() {
    local one other
    one="$(sed -E "$as_version" <<<"$1")" other="$(sed -E "$as_version" <<<"$2")"
    [ "$one" != "$other" ] && [ "$(printf '%s\n' "$one" "$other" | sort -V | tail -n 1)" = "$one" ]
}

# The version that runs: what the release says itself, or its tag if that is newer.
running_version() {
    {
        sed -n 's/^version = "\(.*\)"/\1/p' "$home/current/pyproject.toml" 2>/dev/null | head -n 1
        current_release | sed -n 's/^\(v[0-9].*\)-[0-9]*$/\1/p'
    } | newest_of
}

# Point `current` to a release in one step: there is no moment without one.
point_to() {
    ln -sfn "releases/$1" "$home/current.new"
    mv -T "$home/current.new" "$home/current"
}

install_units() {
    install -d -m 755 "$units"
    install -m 644 "$home/current/systemd/"companion*.service "$home/current/systemd/"companion*.timer "$units/"
    systemctl daemon-reload
}

# The service says itself when its page is up (Type=notify), so that `restart` succeeds or fails.
comes_up() {
    install_units || return 1
    # Else a service that failed too often may not even be tried.
    systemctl reset-failed companion.service 2>/dev/null || true
    systemctl restart companion.service && systemctl is-active --quiet companion.service
}

# Make a release the current one; if it does not come up, the one before goes on.
take_over() {
    local new="$1" before
    before="$(current_release)"
    point_to "$new"
    if comes_up; then
        rm -f "$state/update-failed"
        return 0
    fi
    if [ -z "$before" ] || [ "$before" = "$new" ]; then
        say "the service does not come up; see: journalctl -u companion -n 50" >&2
        return 1
    fi
    say "release $new does not come up; going back to $before" >&2
    point_to "$before"
    rm -rf "${home:?}/releases/$new"
    comes_up || say "release $before does not come up either; see: journalctl -u companion -n 50" >&2
    note_failure "$new" "$before"
    return 1
}

# The page and `companion doctor` tell people what this file says.
note_failure() {
    install -d -m 700 "$state"
    echo "Release $1 did not come up; $2 goes on." >"$state/update-failed"
    chmod 644 "$state/update-failed"
    if [ "$(id -u)" -eq 0 ]; then chown companion:companion "$state/update-failed" 2>/dev/null || true; fi
}

# Old releases go, except the newest few and the current one.
forget_old() {
    local one
    find "$home/releases" -mindepth 1 -maxdepth 1 -type d -printf '%T@ %f\n' | sort -rn |
        tail -n "+$((keep + 1))" | cut -d' ' -f2- | while read -r one; do
        if [ "$one" != "$(current_release)" ]; then rm -rf "${home:?}/releases/$one"; fi
    done
}
