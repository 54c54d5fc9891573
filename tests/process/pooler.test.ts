import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, inject, test } from 'vitest'
import { refuseSharedConnections } from '#src/db/reach.ts'
import { freePort } from '#tests/support/server.ts'

const PGBOUNCER = '/usr/sbin/pgbouncer'

let pooler: ChildProcess | undefined
afterEach(() => {
  pooler?.kill()
})

const answers = (port: number) =>
  new Promise<boolean>((done) => {
    const socket = connect(port, '127.0.0.1', () => done(true))
    socket.on('connect', () => socket.destroy())
    socket.on('error', () => done(false))
  })

/** The address of a PgBouncer in this mode in front of the tests' server. */
async function startPooler(mode: 'session' | 'transaction'): Promise<string> {
  const { hostname, port: serverPort, username, password } = new URL(inject('postgresUrl'))
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'pooler-'))
  const users = join(folder, 'users.txt')
  const settings = join(folder, 'pgbouncer.ini')
  writeFileSync(users, `"${username}" "${password}"\n`)
  writeFileSync(
    settings,
    `[databases]
* = host=${hostname} port=${serverPort} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
auth_file = ${users}
pool_mode = ${mode}
`,
  )
  chmodSync(folder, 0o755)
  // PgBouncer refuses to run as root.
  const asNobody = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  pooler = spawn(PGBOUNCER, ['-q', ...asNobody, settings], { stdio: 'ignore' })
  await expect.poll(() => answers(port)).toBe(true)
  return `postgres://${username}@127.0.0.1:${port}/postgres`
}

test('PostgreSQL itself gives every client a separate connection', async () => {
  await refuseSharedConnections(inject('postgresUrl'))
})

test.runIf(existsSync(PGBOUNCER))('PgBouncer is refused in transaction mode only', async () => {
  await refuseSharedConnections(await startPooler('session'))
  pooler!.kill()
  await expect(refuseSharedConnections(await startPooler('transaction'))).rejects.toThrow('session mode')
})
