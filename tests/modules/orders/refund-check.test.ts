import { afterEach, expect, test } from 'vitest'
import { decryptRefundForm, encryptRefundForm } from '#modules/orders/refunds/refund-check.ts'
import { DAY, HOUR, now, setClock } from '#src/core/clock.ts'

afterEach(() => setClock(null))

const whose = { staffId: 'ruo', orderId: 'order' }
const typed = { amount: '12.00', reason: '多付\n了 <b>', holder: '莲花贸易', account: '6222 0000 1111' }

test('the sealed query parameter restores the entered values, and only the fields of a refund', () => {
  const check = encryptRefundForm({ ...typed, step: 'check', other: 'x' }, whose)
  expect(decryptRefundForm(check, whose)).toEqual(typed)
  expect(check).toMatch(/^[\w-]+$/)
  expect(Buffer.from(check, 'base64url').includes('6222')).toBe(false)
})

test('the longest fields fit into a URL', () => {
  const long = { ...typed, reason: '长'.repeat(500), holder: '户'.repeat(120), bank: '行'.repeat(120) }
  expect(encryptRefundForm(long, whose).length).toBeLessThan(4000)
})

test('a parameter of another person or order, altered or expired, is rejected', () => {
  const check = encryptRefundForm(typed, whose)
  expect(decryptRefundForm(check, { ...whose, staffId: 'wei' })).toBeNull()
  expect(decryptRefundForm(check, { ...whose, orderId: 'x' })).toBeNull()
  for (const wrong of ['', 'x', `${check.slice(0, -2)}AA`, '…'])
    expect(decryptRefundForm(wrong, whose)).toBeNull()
  const sealed = now().getTime()
  setClock(() => new Date(sealed + DAY - HOUR))
  expect(decryptRefundForm(check, whose)).toEqual(typed)
  setClock(() => new Date(sealed + DAY + HOUR))
  expect(decryptRefundForm(check, whose)).toBeNull()
})
