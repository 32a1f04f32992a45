#!/bin/sh
# `npm start` prepares (installs, builds), `npm run serve` only checks whether that is done: the
# first argument names the script. Then this shell becomes the server, so that no launcher stays
# between npm and it (ADR-001). Further arguments and the environment are passed to the server
# unchanged. The variables set here are only defaults.
node "scripts/$1.mjs" || exit
shift
node=node_modules/.bin/node
# Without one for this system, the system's Node is used: the script above has checked its version.
"$node" --version > /dev/null 2>&1 || node=node
# The folder in which Node keeps compiled code: the server starts with a quarter less work.
export NODE_COMPILE_CACHE="${NODE_COMPILE_CACHE-$PWD/node_modules/.cache/node}"
# Less memory after a load: malloc keeps two arenas instead of eight for each core, and gives each
# block of 64 KiB back by itself; V8 keeps young objects in 8 MB, and the server collects when it is
# quiet again.
export MALLOC_ARENA_MAX="${MALLOC_ARENA_MAX-2}"
export MALLOC_MMAP_THRESHOLD_="${MALLOC_MMAP_THRESHOLD_-65536}"
exec "$node" --max-semi-space-size=8 --expose-gc src/server/main.ts "$@"
