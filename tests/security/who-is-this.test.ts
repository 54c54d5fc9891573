import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import fc from 'fast-check'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { clientAddress, networkOf } from '#src/http/client-address.ts'
import type { Env } from '#src/http/web.ts'
import { configure } from '#tests/support/configured.ts'
import { sourceFiles } from '#tests/support/files.ts'
import { runs } from '#tests/support/runs.ts'

const app = new Hono<Env>()
  .get('/network', (c) => c.text(networkOf(c)))
  .get('/address', (c) => c.text(clientAddress(c)))

const ask = async (what: 'network' | 'address', remoteAddress: string, forwarded?: string) => {
  const incoming = { socket: { remoteAddress } } as IncomingMessage
  const headers: HeadersInit = forwarded ? { 'x-forwarded-for': forwarded } : {}
  return (await app.request(`/${what}`, { headers }, { incoming })).text()
}

const group = fc.nat(0xffff).map((number) => number.toString(16))
/** An address in 2001:db8:0:7::/64, in one of its notations. */
const spelling = fc.oneof(
  fc
    .tuple(fc.constantFrom('2001:db8:0:7', '2001:0db8:0000:0007', '2001:DB8:0:7'), group, group)
    .map(([network, a, b]) => `${network}::${a}:${b}`),
  fc.tuple(group, group, group, group).map((host) => `2001:db8:0:7:${host.join(':')}`),
  fc.tuple(group, group, group, group).map((host) => `2001:DB8:0:7:${host.join(':').toUpperCase()}`),
  fc.ipV4().map((four) => `2001:db8:0:7::${four}`),
)

test('all addresses of one IPv6 subscriber count as one, in any spelling', async () => {
  await fc.assert(
    fc.asyncProperty(spelling, async (address) => {
      expect(await ask('network', address)).toBe('2001:db8:0:7::/64')
    }),
    runs(50),
  )
  expect(await ask('network', '2001:db8:0:8::1')).toBe('2001:db8:0:8::/64')
  expect(await ask('network', 'fe80::1%eth0')).toBe('fe80::/64')
})

test('an IPv4-mapped IPv6 address counts as the IPv4 address', async () => {
  const dressed = ['::ffff:203.0.113.9', '::FFFF:cb00:7109', '0:0:0:0:0:ffff:cb00:7109', '2002:cb00:7109::1']
  for (const one of [...dressed, '2002:cb00:7109:5::', '64:ff9b::203.0.113.9', '203.0.113.9'])
    expect([one, await ask('network', one), await ask('address', one)]).toEqual([
      one,
      '203.0.113.9',
      '203.0.113.9',
    ])
})

test('invalid addresses count as one unknown address, from a proxy or a socket', async () => {
  configure({ TRUST_PROXY: '1' })
  for (const odd of [
    '',
    'localhost',
    '1.2.3',
    '0x7f.1',
    '203.0.113.9:443',
    '1.2.3.4 5',
    '1'.repeat(5000),
    ':::',
    '2001:db8::/64',
  ])
    expect([odd, await ask('network', odd || 'none', odd)]).toEqual([odd, 'unknown'])
  expect(await ask('network', '10.0.0.7', '9.9.9.9, 2001:db8:0:7::5')).toBe('2001:db8:0:7::/64')
})

test('no limiter uses the address recorded in logs', () => {
  const counted = sourceFiles(['src', 'modules']).filter((file) =>
    /(consumePoint|hasPoints)\([^\n]*\b(clientAddress|address)\b/.test(readFileSync(file, 'utf8')),
  )
  expect(counted).toEqual([])
})
