import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { LOCALES, type Locale, translate } from '#src/i18n.ts'
import { servedBrowser } from '#tests/support/browser.ts'

const held = servedBrowser()

/** The specification's words, for the English interface; the other languages say the same under the key. */
const SPEC: Record<string, string> = {
  'common.problem.required': 'This field is required',
  'common.problem.selected': 'This field must be selected',
  'accounts.problem.username': 'Incorrect username format, 4 - 20 digits, letters or underscores',
  'accounts.problem.password': 'Incorrect password format, 8 - 16 digits or letters',
  'accounts.problem.passwordsDiffer': 'Inconsistent passwords entered twice',
  'accounts.problem.email': 'Format is incorrect',
  'accounts.problem.mobile': 'Incorrect mobile phone number format',
  'accounts.problem.code': 'Captcha is not formatted correctly',
  'accounts.problem.agreement': 'Please read and agree to the terms and conditions',
}

interface Bad {
  path: string
  /** field, what is typed into it, and the key of what is then said beside it */
  fields: [field: string, typed: string, key: string][]
}

const REGISTER: Bad = {
  path: '/acct/register',
  fields: [
    ['username', 'no', 'accounts.problem.username'],
    ['password', 'short', 'accounts.problem.password'],
    ['confirmPassword', 'other', 'accounts.problem.passwordsDiffer'],
    ['email', 'nobody@', 'accounts.problem.email'],
    ['code', '12ab', 'accounts.problem.code'],
    ['companyName', '', 'common.problem.required'],
    ['department', '', 'common.problem.required'],
    ['name', '', 'common.problem.required'],
    ['identity', '', 'common.problem.selected'],
    ['agreement', '', 'accounts.problem.agreement'],
  ],
}

const FORMS: Bad[] = [
  REGISTER,
  { path: '/acct/register?channel=mobile', fields: [['mobile', '12345', 'accounts.problem.mobile']] },
  {
    path: '/acct/login',
    fields: [
      ['login', '', 'common.problem.required'],
      ['password', '', 'common.problem.required'],
      ['agreement', '', 'accounts.problem.agreement'],
    ],
  },
  {
    path: '/acct/login?way=mobile',
    fields: [
      ['mobile', '+86 99', 'accounts.problem.mobile'],
      ['code', '1', 'accounts.problem.code'],
    ],
  },
  {
    path: '/acct/forgot-password',
    fields: [
      ['email', 'a b@c', 'accounts.problem.email'],
      ['code', 'abcdef', 'accounts.problem.code'],
      ['password', 'with space', 'accounts.problem.password'],
      ['confirmPassword', 'different', 'accounts.problem.passwordsDiffer'],
    ],
  },
]

/** Passwords are never sent back to the page. */
const FORGOTTEN = new Set(['password', 'confirmPassword', 'agreement', 'identity'])

async function fillBadly(page: Page, { path, fields }: Bad, locale: Locale) {
  await page.goto(`${path}${path.includes('?') ? '&' : '?'}locale=${locale}`)
  for (const [field, typed] of fields) if (typed) await page.locator(`#${field}`).fill(typed)
  await page.locator('main form button.w-full').last().click()
  await page.locator(`#${fields[0]![0]}-note[role="alert"]`).waitFor()
}

test.each(LOCALES)(
  'in %s each message stands beside its field, and what was typed is still there',
  async (locale) => {
    const page = await held.browser.newPage({ baseURL: held.server.base })
    const say = translate(locale)
    for (const form of FORMS) {
      await fillBadly(page, form, locale)
      for (const [field, typed, key] of form.fields) {
        const said = await page.locator(`#${field}-note`).textContent()
        expect([form.path, field, said]).toEqual([form.path, field, say(key)])
        if (locale === 'en_US') expect(said).toBe(SPEC[key])
        const described = await page.locator(`#${field}`).getAttribute('aria-describedby')
        expect([field, described?.split(' ').includes(`${field}-note`)]).toEqual([field, true])
        if (!FORGOTTEN.has(field))
          expect([field, await page.locator(`#${field}`).inputValue()]).toEqual([field, typed])
      }
    }
    await page.close()
  },
)

test('nothing is said twice in two languages by the same words', () => {
  for (const key of Object.keys(SPEC))
    expect(new Set(LOCALES.map((locale) => translate(locale)(key))).size).toBe(LOCALES.length)
})
