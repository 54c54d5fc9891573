import dns from 'node:dns'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { isPublic, publicGet } from '#src/http/services/public-get.ts'

/** A server inside our network, which no request may make us contact. */
let listener: Server
let connections = 0
let port: number
let answer = { status: 200, headers: {} as Record<string, string>, body: 'list' }

beforeAll(async () => {
  listener = createServer((_, response) => response.writeHead(answer.status, answer.headers).end(answer.body))
  listener.on('connection', () => connections++)
  await new Promise<void>((done) => listener.listen(0, '::', done))
  port = (listener.address() as AddressInfo).port
})
afterEach(() => {
  connections = 0
  answer = { status: 200, headers: {}, body: 'list' }
  vi.restoreAllMocks()
})
afterAll(() => {
  listener.close()
})

const LIMITS = { timeout: 2000, atMost: 100 }

const HOSTS = [
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '0x7f.1',
  '0',
  '0.0.0.0',
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[0:0:0:0:0:ffff:7f00:0001]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
  '[fe80::1]',
  '[fc00::1]',
  '①②⑦.⓪.⓪.①',
  'localhost',
  'LOCALHOST.',
]

describe('an address that a customer wrote (S-12)', () => {
  test.for(HOSTS)('is not contacted on this machine: %s', async (host) => {
    await expect(publicGet(`http://${host}:${port}/list.crl`, LIMITS)).rejects.toThrow()
    expect(connections).toBe(0)
  })

  test.for([
    '169.254.169.254',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '100.100.100.200',
    '255.255.255.255',
    '224.0.0.1',
    '::ffff:a9fe:a9fe',
    'fd00:ec2::254',
    'not an address',
  ])('%s is no public address', (address) => {
    expect(isPublic(address)).toBe(false)
  })

  test.for(['8.8.8.8', '::ffff:8.8.8.8', '2400:3200::1'])('%s is a public address', (address) => {
    expect(isPublic(address)).toBe(true)
  })

  test('is not contacted if one of the name’s addresses is internal', async () => {
    const addresses = ['8.8.8.8', '127.0.0.1'].map((address) => ({ address, family: 4 }))
    vi.spyOn(dns, 'lookup').mockImplementation(((
      _host: string,
      _options: object,
      done: (error: null, addressList: typeof addresses) => void,
    ) => done(null, addresses)) as unknown as typeof dns.lookup)
    await expect(publicGet(`http://rebind.example:${port}/`, LIMITS)).rejects.toThrow('127.0.0.1')
    expect(connections).toBe(0)
  })

  test('is not contacted if its name is unknown', async () => {
    await expect(publicGet('http://nobody.invalid/', LIMITS)).rejects.toThrow()
  })

  const own = () => ({ ...LIMITS, inside: ['localhost'] })

  test('is contacted internally for a host that the operator names', async () => {
    const body = await publicGet(`http://localhost:${port}/list.crl`, own())
    expect(Buffer.from(body).toString()).toBe('list')
  })

  test('does not lead elsewhere: a redirect is a failure', async () => {
    answer = { status: 302, headers: { location: `http://127.0.0.1:${port}/` }, body: '' }
    await expect(publicGet(`http://localhost:${port}/`, own())).rejects.toThrow('status 302')
    expect(connections).toBe(1)
  })

  test('can answer with a limited number of bytes', async () => {
    answer = { status: 200, headers: {}, body: 'x'.repeat(101) }
    await expect(publicGet(`http://localhost:${port}/`, own())).rejects.toThrow('more than 100 bytes')
  })
})
