import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { DatabaseNotReached, reachDatabase } from '#src/db/reach.ts'
import { openDatabaseProxy } from '#tests/support/database-proxy.ts'

const PASSWORD = 'open-sesame'

/** Too long for a host name, so that no DNS request is made. */
const NO_HOST = 'x'.repeat(64)

/** A server that accepts connections and never responds. */
const silent = createServer(() => {})
let port: number

beforeAll(async () => {
  await once(silent.listen(0, '127.0.0.1'), 'listening')
  port = (silent.address() as { port: number }).port
})
afterAll(() => silent.close())

function withChangedUrl(parts: Partial<URL>): string {
  const url = new URL(inject('postgresUrl'))
  return Object.assign(url, { password: PASSWORD }, parts).href
}

const real = () => new URL(inject('postgresUrl'))

/**
 * The fault, its message, and whether the fault may be temporary, so that the server waits for the database.
 */
const FAULTY_URLS: [string, () => string, RegExp[], boolean][] = [
  [
    'nobody listening',
    () => withChangedUrl({ port: '1' }),
    [/127\.0\.0\.1:1 /, /nothing listens there/, /Start PostgreSQL/],
    true,
  ],
  ['an unknown host', () => withChangedUrl({ hostname: NO_HOST }), [new RegExp(NO_HOST), /host/], true],
  [
    'a server that hangs',
    () => withChangedUrl({ port: String(port) }),
    [/does not answer/, /firewall/],
    true,
  ],
  [
    'a wrong password',
    () => withChangedUrl({}),
    [/refuses user "qishu"/, /Correct user and password/],
    false,
  ],
  ['an unknown user', () => withChangedUrl({ username: 'nobody' }), [/refuses user "nobody"/], false],
  [
    'an unknown database',
    () => withChangedUrl({ password: real().password, pathname: '/none' }),
    [/no database "none"/, /createdb/],
    false,
  ],
  ['an invalid address', () => `postgres://qishu:${PASSWORD}@[::/x`, [/no valid address/, /%40/], false],
]

test.concurrent.each(FAULTY_URLS)(
  '%s is reported in a line or two, with what to do and without the password',
  async (_, url, words, waits) => {
    const messages: string[] = []
    const error = await reachDatabase(url(), (line) => messages.push(line), 1200).catch((thrown) => thrown)
    expect(error).toBeInstanceOf(DatabaseNotReached)
    for (const word of words) expect(error.message).toMatch(word)
    expect(error.message.split('\n').length).toBeLessThanOrEqual(2)
    expect(`${error.message} ${messages}`).not.toContain(PASSWORD)
    expect(`${error.message} ${messages}`).not.toContain(real().password)
    expect(messages.length).toBe(waits ? 1 : 0)
  },
)

test('a database that starts in time is waited for', async () => {
  const gate = await openDatabaseProxy(inject('postgresUrl'))
  await gate.shut()
  const messages: string[] = []
  const reached = reachDatabase(gate.url, (line) => messages.push(line), 5000)
  setTimeout(() => gate.reopen(), 700)
  await reached
  expect(messages).toEqual([
    expect.stringContaining('Waiting up to 5 seconds for the database at 127.0.0.1:'),
  ])
  await gate.shut()
})
