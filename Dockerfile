# Two stages: npm installs and builds in the first; the second holds the result, with the Node of the lock file and no npm (ADR-025).
FROM node:24-bookworm-slim@sha256:a9f5f7c91a432850b2a8a7797adf5eadb6c733ceed61167806cee7ea7fbc29df AS build
WORKDIR /manege
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund
COPY . .
RUN npm run build

FROM debian:bookworm-slim@sha256:7b140f374b289a7c2befc338f42ebe6441b7ea838a042bbd5acbfca6ec875818
# Of root, so that the service cannot change its own program. It writes in these two folders only.
COPY --from=build /manege /manege
RUN useradd --uid 10001 --user-group --no-create-home --home-dir /data --shell /usr/sbin/nologin manege \
  && install -d -o manege -g manege -m 700 /data /sauvegardes
WORKDIR /manege
ENV NODE_ENV=production DATA_DIR=/data BACKUP_DIR=/sauvegardes PATH=/manege/node_modules/.bin:$PATH
USER manege
VOLUME ["/data", "/sauvegardes"]
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["node", "deploy/ready.mjs"]
CMD ["sh", "scripts/start.sh", "prepared"]
