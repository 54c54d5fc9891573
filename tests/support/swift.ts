import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { S3Bucket, type S3Settings } from '#src/files/store/s3-request.ts'
import { freePort } from './server.ts'

/** Requires Debian’s packages swift-proxy, swift-account, swift-container and swift-object. */
const PROXY = '/usr/bin/swift-proxy-server'
const KINDS = ['account', 'container', 'object'] as const

export interface Swift {
  /** The settings of an existing bucket. */
  settings: S3Settings
  close: () => Promise<void>
}

/** Starts OpenStack Swift, an S3-compatible store, with one device in a new folder. */
export async function startSwift(): Promise<Swift> {
  const folder = mkdtempSync(join(tmpdir(), 'swift-'))
  const processes: ChildProcess[] = []
  mkdirSync(join(folder, 'devices/one'), { recursive: true })
  writeFileSync(join(folder, 'swift.conf'), SWIFT)
  const start = (program: string, config: string) =>
    processes.push(spawn(program, [join(folder, config)], { cwd: folder, stdio: 'ignore' }))
  for (const kind of KINDS) {
    const port = await freePort()
    const ring = (...order: string[]) =>
      execFileSync('/usr/bin/swift-ring-builder', [`${kind}.builder`, ...order], { cwd: folder })
    ring('create', '2', '1', '1')
    ring('add', `r1z1-127.0.0.1:${port}/one`, '1')
    ring('rebalance')
    writeFileSync(join(folder, `${kind}.conf`), serverOf(kind, folder, port))
    start(`/usr/bin/swift-${kind}-server`, `${kind}.conf`)
  }
  const port = await freePort()
  writeFileSync(join(folder, 'proxy.conf'), proxyOf(folder, port))
  start(PROXY, 'proxy.conf')
  const url = `http://127.0.0.1:${port}/qishu`
  const settings = { keyId: 'tester:one', secret: 'of-the-tester', region: 'us-east-1', url }
  await makeBucket(settings)
  return {
    settings,
    close: async () => {
      for (const one of processes) one.kill('SIGKILL')
      await Promise.all(processes.map((one) => one.exitCode ?? one.signalCode ?? exited(one)))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const exited = (one: ChildProcess) => new Promise((done) => one.once('exit', done))

/** Creates a bucket when all servers of Swift answer. */
async function makeBucket(settings: S3Settings) {
  const bucket = new S3Bucket(settings, { pauses: [] })
  for (let tries = 0; ; tries++)
    try {
      return await bucket.send({ method: 'PUT', key: '' }, async () => undefined)
    } catch (error) {
      if (tries > 120) throw error
      await wait(500)
    }
}

const SWIFT = `[swift-hash]
swift_hash_path_prefix = before
swift_hash_path_suffix = after
[storage-policy:0]
name = one
default = yes
`

const commonOf = (folder: string, port: number) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${userInfo().username}
swift_dir = ${folder}
devices = ${folder}/devices
mount_check = false
`

const serverOf = (kind: (typeof KINDS)[number], folder: string, port: number) => `${commonOf(folder, port)}
[pipeline:main]
pipeline = ${kind}-server
[app:${kind}-server]
use = egg:swift#${kind}
`

const proxyOf = (folder: string, port: number) => `${commonOf(folder, port)}
[pipeline:main]
pipeline = catch_errors cache listing_formats s3api tempauth copy bulk slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:tempauth]
use = egg:swift#tempauth
user_tester_one = of-the-tester .admin
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:cache]
use = egg:swift#memcache
${['catch_errors', 'listing_formats', 'copy', 'bulk', 'slo', 'dlo']
  .map((name) => `[filter:${name}]\nuse = egg:swift#${name}\n`)
  .join('')}`
