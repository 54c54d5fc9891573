import { expect, test } from 'vitest'
import { mailboxOf } from '#src/mail/mailbox.ts'
import { asciiAddress, foldAddress, isAddress } from '#views/values/address.ts'

test.each(["o'brien@example.ie", 'user@例子.公司', 'anna.m+qishu@kestrel.co.uk', 'li@bücher.example'])(
  '%s is an address',
  (text) => {
    expect(isAddress(text)).toBe(true)
  },
)

test.each([
  'nobody',
  '@example.com',
  'a@b',
  'a b@example.com',
  'a@exa mple.com',
  'a@example..com',
  'a..b@example.com',
  'a@b@example.com',
  '"a"@example.com',
  'a@example.com/path',
  'a@example.com:25',
  `${'a'.repeat(65)}@example.com`,
])('%s is no address', (text) => {
  expect(isAddress(text)).toBe(false)
})

test('full-width characters of a Chinese keyboard are folded', () => {
  expect(foldAddress(' ｌｉ＠例子。公司 ')).toBe('li@例子.公司')
})

test('the domain is written in ASCII for certificates and mail servers, and one mailbox counts once', () => {
  expect(asciiAddress('user@例子.公司')).toBe('user@xn--fsqu00a.xn--55qx5d')
  expect(mailboxOf('User@例子.公司')).toBe(mailboxOf('user@xn--fsqu00a.xn--55qx5d'))
})
