#!/bin/sh
# The commands of docs/running.md with the variables of qishu.service: `qishu doctor`, `qishu staff add …`. Install
# it as /usr/local/sbin/qishu and run it as root. The mailbox that a login names in MAIL is not our variable MAIL.
set -e
name=$1
shift
cd /opt/qishu
exec runuser -u qishu -- env -u MAIL \
  node_modules/node/bin/node --env-file=/etc/qishu/env "dist/server/$name.js" "$@"
