# A machine with systemd, npm and Caddy, and a version of Manège unpacked in it: what docs/exploitation.md presumes.
FROM node:24-bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends caddy curl openssl procps systemd systemd-sysv && rm -rf /var/lib/apt/lists/*
COPY . /opt/manege/1.0.0
CMD ["/sbin/init"]
