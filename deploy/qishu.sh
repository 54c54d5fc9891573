#!/bin/sh
# The commands of docs/running.md with the variables of qishu.service: `qishu doctor`, `qishu staff add …`. Install
# it as /usr/local/sbin/qishu and run it as root.
set -e
name=$1
shift
cd /opt/qishu
exec runuser -u qishu -- \
  node_modules/node/bin/node --env-file=/etc/qishu/env "dist/server/$name.js" "$@"
