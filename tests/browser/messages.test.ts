import { describe, expect, test } from 'vitest'
import { LOCALES, translate } from '#src/core/i18n.ts'
import { servedBrowser } from '#tests/support/browser.ts'
import { dynamicKey } from '#views/language/messages.ts'
import { accountForms } from './messages/account-forms.ts'
import { editorForms } from './messages/editor-forms.ts'
import { SPEC } from './messages/forms.ts'
import { signingForms } from './messages/signing-forms.ts'
import { visitorForms } from './messages/visitor-forms.ts'

/**
 * Submits invalid input to each form in a real browser. One server serves all, because its start takes
 * longer than a form.
 */
const fixture = servedBrowser()

describe('each message is beside its field, and the typed text is still there', () => {
  visitorForms(fixture)
  accountForms(fixture)
  signingForms(fixture)
  editorForms(fixture)
})

test('the English messages are exactly the specification’s', () => {
  const words = translate('en_US')
  expect(Object.fromEntries(Object.keys(SPEC).map((key) => [key, words(dynamicKey(key))]))).toEqual(SPEC)
})

test('no message has the same text in two languages', () => {
  for (const key of Object.keys(SPEC))
    expect([key, new Set(LOCALES.map((locale) => translate(locale)(dynamicKey(key)))).size]).toEqual([
      key,
      LOCALES.length,
    ])
})
