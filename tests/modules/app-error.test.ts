import { expect, test } from 'vitest'
import { AppError } from '#src/core/errors.ts'
import { LOCALES, translate } from '#src/core/i18n.ts'

test.each([
  [0, 1, 1],
  [1, 1, 1],
  [60, 60, 1],
  [61, 61, 2],
])('a limit that ends in %i s says so, in every language', (seconds, retryAfter, minutes) => {
  const { words, details } = new AppError('TOO_MANY_REQUESTS', { retryAfter: seconds })
  expect(details).toEqual({ retryAfter, minutes })
  for (const locale of LOCALES) expect(translate(locale)(words, details)).toContain(String(minutes))
})
