import { readFile, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import * as kit from './signing-kit.ts'

/** A timestamp server with its own authority, which runs until the end of the test. */
export interface Clock {
  url: string
  /** The certificate of the server's authority, as DER. */
  root: Uint8Array
  /** Changes a request before it is answered. */
  tamper(request: Buffer): Buffer
  /** Whether the revocation list is unavailable. */
  away: boolean
  /** The number of requests for the revocation list. */
  listFetches: number
  close(): void
}

/**
 * `openssl ts` behind HTTP. The revocation list is created once, because OpenSSL is slow on a busy machine.
 */
export async function startClock(): Promise<Clock> {
  const ready = Promise.withResolvers<Clock>()
  const ended = Promise.withResolvers<void>()
  kit
    .inFolder(async (folder) => {
      const clock = { tamper: (request: Buffer) => request, away: false, listFetches: 0 } as Clock
      let list = Buffer.alloc(0)
      const server = createServer(async (request, response) => {
        const body = await buffer(request)
        const isList = request.url === '/crl'
        if (isList) clock.listFetches++
        response.end(isList ? (clock.away ? 'away' : list) : await answer(folder, clock.tamper(body)))
      })
      await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
      const url = urlOf(server)
      const root = await prepareFolder(folder, url)
      list = await listOf(folder)
      const close = () => {
        server.close()
        ended.resolve()
      }
      ready.resolve(Object.assign(clock, { url, root, close }))
      await ended.promise
    })
    .catch(ready.reject)
  return ready.promise
}

const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`

async function prepareFolder(folder: string, url: string): Promise<Uint8Array> {
  const path = (name: string) => join(folder, name)
  await writeFile(path('serial'), '01\n')
  await writeFile(
    path('tsa.cnf'),
    `[tsa]\nserial = ${path('serial')}\nsigner_digest = sha256\ndefault_policy = 1.2.3.4.1\ndigests = sha256\ness_cert_id_alg = sha256\n` +
      `[ca]\ndefault_ca = list\n[list]\ndatabase = ${path('index')}\ndefault_md = sha256\ndefault_crl_days = 30\n`,
  )
  await writeFile(path('index'), '')
  const fresh = (name: string) => [
    '-newkey',
    'rsa:2048',
    '-noenc',
    '-keyout',
    path(`${name}.key`),
    '-days',
    '30',
  ]
  await kit.runTool(
    'openssl',
    'req',
    '-x509',
    ...fresh('root'),
    '-subj',
    '/CN=Clock Root',
    '-out',
    path('root.pem'),
  )
  const leaf = [
    '-subj',
    '/CN=Clock',
    '-CA',
    path('root.pem'),
    '-CAkey',
    path('root.key'),
    '-out',
    path('tsa.pem'),
  ]
  const use = [
    '-addext',
    'basicConstraints=critical,CA:FALSE',
    '-addext',
    'extendedKeyUsage=critical,timeStamping',
    '-addext',
    `crlDistributionPoints=URI:${url}crl`,
  ]
  await kit.runTool('openssl', 'req', '-x509', ...fresh('tsa'), ...leaf, ...use)
  await kit.runTool('openssl', 'x509', '-in', path('root.pem'), '-outform', 'der', '-out', path('root.der'))
  return new Uint8Array(await readFile(path('root.der')))
}

async function listOf(folder: string): Promise<Buffer<ArrayBuffer>> {
  const path = (name: string) => join(folder, name)
  const key = ['-config', path('tsa.cnf'), '-keyfile', path('root.key'), '-cert', path('root.pem')]
  await kit.runTool('openssl', 'ca', '-gencrl', ...key, '-out', path('crl.pem'))
  await kit.runTool('openssl', 'crl', '-in', path('crl.pem'), '-outform', 'der', '-out', path('crl.der'))
  return readFile(path('crl.der'))
}

async function answer(folder: string, request: Buffer): Promise<Buffer<ArrayBuffer>> {
  const path = (name: string) => join(folder, name)
  await writeFile(path('query'), request)
  const key = ['-inkey', path('tsa.key'), '-signer', path('tsa.pem'), '-chain', path('root.pem')]
  const files = [
    '-config',
    path('tsa.cnf'),
    '-section',
    'tsa',
    '-queryfile',
    path('query'),
    '-out',
    path('reply'),
  ]
  await kit.runTool('openssl', 'ts', '-reply', ...files, ...key)
  return readFile(path('reply'))
}
