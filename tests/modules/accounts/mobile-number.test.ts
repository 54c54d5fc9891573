import { expect, test } from 'vitest'
import { mobileNumber } from '#src/core/identity-numbers/mobile-number.ts'
import { setUpDatabase } from '#tests/cast/test-context.ts'

const context = setUpDatabase()

test.each([
  '13812345678',
  '+8613812345678',
  '+86 138 1234 5678',
  '008613812345678',
  '0086 138-1234-5678',
  '86 138 1234 5678',
  '8613812345678',
  '１３８１２３４５６７８',
  '＋８６　１３８１２３４５６７８',
  '(+86) 138 1234 5678',
])('%s is a mainland number', (text) => {
  expect(mobileNumber(text)).toBe('+8613812345678')
})

test.each([
  ['+44 7400 123456', '+447400123456'],
  ['0044 7400 123456', '+447400123456'],
  ['+852 5123 4567', '+85251234567'],
])('%s is a foreign one', (text, number) => {
  expect(mobileNumber(text)).toBe(number)
})

test.each(['12812345678', '1381234567', '138123456789', '+86 128 1234 5678', '85251234567', 'abc', '0', '+'])(
  '%s is invalid',
  (text) => {
    expect(mobileNumber(text)).toBeNull()
  },
)

test('+86 is shown before the field', async () => {
  const html = await (await context.client.get('/acct/register?channel=mobile')).text()
  expect(html).toMatch(/>\+86<\/span><input[^>]*name="mobile"/)
})
