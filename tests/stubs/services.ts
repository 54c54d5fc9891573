/**
 * Starts the stubs of the e-sign services as a program, which delivers their callbacks itself. Prints the
 * variables by which the product offers them, for example:
 *
 *     node tests/stubs/services.ts > /tmp/services.env
 *     env $(cat /tmp/services.env) npm run dev
 *
 * STUB_PORTS: the ports of e签宝, 腾讯电子签 and DocuSign. BASE_URL: where the product is.
 */
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { ServiceCallback } from './services/service-stub.ts'
import { SERVICE_NAMES, startServiceStub } from './services/start.ts'

const { STUB_PORTS = '4001,4002,4003', BASE_URL = 'http://localhost:3000' } = process.env

/** Seconds between two attempts to deliver a callback. */
const WAITS = [1, 5, 30, 120]

const say = (text: string) => process.stderr.write(`${text}\n`)

/** Delivers a callback until it is acknowledged. */
async function deliver({ url, method, headers, body }: ServiceCallback) {
  for (const wait of [...WAITS, null]) {
    const status = await fetch(url, { method, headers, body: Buffer.from(body) }).then(
      (response) => response.status,
      () => 0,
    )
    say(`callback to ${url}: ${status || 'no answer'}`)
    if (status >= 200 && status < 300) return
    if (wait) await pause(wait * 1000)
  }
}

// A request that fails, for example because a file cannot be signed, does not end the program.
process.on('unhandledRejection', (error) => say(String(error)))

const folder = join(tmpdir(), 'qishu-services')
await mkdir(folder, { recursive: true, mode: 0o700 })
const ports = STUB_PORTS.split(',').map(Number)
for (const [index, name] of SERVICE_NAMES.entries()) {
  const callbackUrl = `${BASE_URL}/e-sign/${name}/callback`
  const stub = await startServiceStub(name, { port: ports[index]!, callbackUrl, onCallback: deliver })
  say(`${name} at ${stub.url}`)
  const variables = Object.entries(await stub.environment(folder))
  for (const [variable, value] of variables) process.stdout.write(`${variable}=${value}\n`)
}
