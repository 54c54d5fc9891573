import { expect, test } from 'vitest'
import type { Change } from '#modules/accounts/desk/desk-log.ts'
import { changeWords } from '#modules/accounts/desk/views/change-words.ts'
import { type Locale, languages, translate } from '#src/core/i18n.ts'

const words = (locale: Locale, change: Change) =>
  changeWords(change, { ...languages[locale], t: translate(locale) })

test.each([
  [{ what: 'staffRoles', before: 'support', after: 'support finance' }, /Support → Support.*Finance/],
  [{ what: 'amount', before: '', after: 'CNY 299.00' }, /CNY\s299\.00$/],
  [{ what: 'uses', before: '', after: 'esign × 3' }, /× 3$/],
  [{ what: 'role', before: 'admin', after: 'member' }, /Administrator|→/],
  [{ what: 'username', before: 'lin', after: 'lin2' }, /lin → lin2$/],
] as [Change, RegExp][])('a change is named in words, as on the page: %j', (change, expected) => {
  const text = words('en_US', change)
  expect(text).toMatch(expected)
  expect(text).not.toMatch(/esign ×|support finance|: admin|desk\./)
  expect(words('zh_TW', change)).toMatch(/\p{Script=Han}/u)
})
