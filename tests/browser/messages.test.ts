import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LOCALES, type Locale, translate } from '#src/i18n.ts'
import { servedBrowser } from '#tests/support/browser.ts'
import { logIn } from '#tests/support/journey.ts'

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

describe.each(LOCALES)('in %s', (locale) => {
  const say = translate(locale)
  let page: Page
  let hrefOf: (action: string) => string

  beforeAll(async () => {
    const { cookies, get } = await logIn(held.server.base)
    const list = await (await get('/mgmt/my-docs')).text()
    hrefOf = (action) => new RegExp(`/mgmt/[0-9a-f-]{36}/${action}`).exec(list)![0]
    const context = await held.browser.newContext({ baseURL: held.server.base })
    await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: held.server.base })))
    page = await context.newPage()
  })
  afterAll(() => page?.context().close())

  test('a document name with a forbidden character is refused where it is typed', async () => {
    await page.goto(`${hrefOf('edit-doc')}?locale=${locale}`)
    await page.locator('#rename').click()
    await page.locator('#document-name').fill('a/b:c*?')
    await page.locator('#document-name').press('Enter')
    const note = page.locator('#rename-problem')
    await note.waitFor()
    expect(await note.textContent()).toBe(say('editor.nameWrong'))
    expect(await page.locator('#document-name').inputValue()).toBe('a/b:c*?')
  })

  test('an eleventh signatory is one too many', async () => {
    await page.goto(`${hrefOf('sign-setting')}?locale=${locale}`)
    const add = page.locator('[data-island="signature-table"] button.btn-outline.whitespace-normal').first()
    await add.waitFor()
    while ((await page.locator('[data-island="signature-table"] tbody tr').count()) < 11) await add.click()
    const alerts = await page.locator('[data-island="signature-table"] [role="alert"]').allTextContents()
    expect(alerts).toContain(say('signing.setting.problem.limit'))
    if (locale === 'en_US') expect(alerts).toContain('Number of signatories exceeding the 10-person limit')
  })
})

test('nothing is said twice in two languages by the same words', () => {
  for (const key of Object.keys(SPEC))
    expect(new Set(LOCALES.map((locale) => translate(locale)(key))).size).toBe(LOCALES.length)
})
