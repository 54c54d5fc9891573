import { afterAll, beforeAll, expect, test } from 'vitest'
import { retryAfter } from '#modules/webhooks/sending/retry-after.ts'
import { MINUTE, setClock } from '#src/core/clock.ts'

const readHeader = (text: string | undefined, status = 503) =>
  retryAfter({ status, headers: { 'retry-after': text } })

beforeAll(() => setClock(() => new Date('2026-11-30T04:00:00Z')))
afterAll(() => setClock(null))

test.for([
  '900',
  ' 900 ',
  'Mon, 30 Nov 2026 04:15:00 GMT',
  'Monday, 30-Nov-26 04:15:00 GMT',
  'Mon Nov 30 04:15:00 2026',
])('“%s” is a quarter of an hour', (text) => expect(readHeader(text)).toBe(15 * MINUTE))

test('an extremely long number of seconds is longer than any limit', () => {
  expect(readHeader('9'.repeat(400))).toBe(Number.POSITIVE_INFINITY)
})

test.for([
  undefined,
  '',
  '0',
  '-900',
  '0x384',
  'soon',
  'NaN',
  'GMT',
  'Mon, 30 Nov 2026 03:59:00 GMT',
  'Mon, 99 Nov 2026 04:15:00 GMT',
  '900, 1800',
])('“%s” is nothing', (text) => expect(readHeader(text)).toBe(0))

test('the header counts only in responses of busy receivers', () => {
  expect([429, 503, 500, 404, 301, 200].map((status) => readHeader('60', status))).toEqual([
    MINUTE,
    MINUTE,
    0,
    0,
    0,
    0,
  ])
})
