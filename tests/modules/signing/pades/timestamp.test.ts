import { readFile, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Authority } from '#modules/signing/providers/builtin/authority.ts'
import { readCms } from '#modules/signing/providers/builtin/pades/cms.ts'
import { verifyPades } from '#modules/signing/providers/builtin/pades/verify.ts'
import * as kit from './signing-kit.ts'

let authority: Authority & { kind: 'own' }
let bytes: Uint8Array
let server: Server
let close: () => void
let root: Uint8Array
/** What the server does to a request before it answers. */
let tamper = (request: Buffer) => request

beforeAll(async () => {
  authority = await kit.passingAuthority()
  bytes = (await kit.unsignedFile()).bytes
  const ready = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  close = ended.resolve
  kit
    .inFolder(async (folder) => {
      await furnish(folder)
      server = createServer(async (request, response) => {
        response.end(await answer(folder, tamper(await buffer(request))))
      })
      server.listen(0, '127.0.0.1', ready.resolve)
      await ended.promise
    })
    .catch(ready.reject)
  await ready.promise
})

afterAll(() => {
  server.close()
  close()
})

function tokenVerdict(signed: Uint8Array): Promise<string> {
  const [[, start = 0, next = 0] = []] = kit.rangesOf(signed)
  const cms = readCms(
    Buffer.from(Buffer.from(signed.subarray(start + 1, next - 1)).toString('latin1'), 'hex'),
  )
  return kit.inFolder(async (folder) => {
    const path = (name: string) => join(folder, name)
    await writeFile(path('token'), cms.token!)
    await writeFile(path('signature'), cms.info.signature.valueBlock.valueHexView)
    await writeFile(path('root.pem'), kit.pemOf(root))
    const files = ['-in', path('token'), '-data', path('signature'), '-CAfile', path('root.pem')]
    return kit.runTool('openssl', 'ts', '-verify', '-token_in', ...files)
  })
}

const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`

async function furnish(folder: string) {
  const path = (name: string) => join(folder, name)
  await writeFile(path('serial'), '01\n')
  await writeFile(
    path('tsa.cnf'),
    `[tsa]\nserial = ${path('serial')}\nsigner_digest = sha256\ndefault_policy = 1.2.3.4.1\ndigests = sha256\ness_cert_id_alg = sha256\n`,
  )
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
  ]
  await kit.runTool('openssl', 'req', '-x509', ...fresh('tsa'), ...leaf, ...use)
  await kit.runTool('openssl', 'x509', '-in', path('root.pem'), '-outform', 'der', '-out', path('root.der'))
  root = new Uint8Array(await readFile(path('root.der')))
}

async function answer(folder: string, request: Buffer): Promise<Buffer> {
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

test('with a time-stamp server the signature carries when it was made, by a clock that is not ours', async () => {
  const at = new Date(Date.now() - 90_000)
  const signed = await kit.signAs(authority, bytes, { name: '林静', at }, { timestampUrl: url() })
  const [report] = await verifyPades(signed, [authority.certificate, root])
  expect(report).toMatchObject({ problems: [], trusted: true, coversWholeDocument: true })
  expect(Math.abs(report!.timestampedAt!.getTime() - Date.now())).toBeLessThan(30_000)
  expect(report!.claimedAt!.getTime()).toBe(Math.floor(at.getTime() / 1000) * 1000)
  expect(await kit.pdfsig(signed)).toMatchObject([{ valid: true, total: true }])
  expect(await kit.opensslComplaints(signed, 0, authority.certificate)).toBe('')
  expect(await tokenVerdict(signed)).toContain('Verification: OK')
})

test('a time-stamp from a server nobody trusts makes a signature sound but not trusted', async () => {
  const signed = await kit.signAs(authority, bytes, { name: '林静' }, { timestampUrl: url() })
  const [report] = await verifyPades(signed, [authority.certificate])
  expect(report).toMatchObject({ problems: [], trusted: false })
})

test('a time-stamp for other bytes is refused', async () => {
  tamper = (request) => {
    const digest = request.indexOf(Buffer.from([0x04, 0x20]))
    expect(digest).toBeGreaterThan(0)
    request[digest + 9]! ^= 1
    return request
  }
  const signing = kit.signAs(authority, bytes, { name: '林静' }, { timestampUrl: url() })
  await expect(signing).rejects.toThrow('time-stamp')
  tamper = (request) => request
})

test('no signature comes without its time-stamp when the server is away', async () => {
  const away = 'http://127.0.0.1:9/'
  await expect(kit.signAs(authority, bytes, { name: '林静' }, { timestampUrl: away })).rejects.toThrow(/TSA/)
})
