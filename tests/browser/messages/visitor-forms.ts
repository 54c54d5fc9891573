import { expect, test } from 'vitest'
import { LOCALES } from '#src/core/i18n.ts'
import {
  addressIn,
  byTurn,
  contextOf,
  type Filled,
  type Fixture,
  type InvalidForm,
  languages,
  meetMessages,
  sendForm,
  wordsOf,
} from './forms.ts'

const REQUIRED = 'common.problem.required'
const FORMAT = 'common.problem.format'
const MOBILE = 'accounts.problem.mobile'
const CODE = 'accounts.problem.code'
const AGREEMENT = 'accounts.problem.agreement'
const WRONG_CAPTCHA = 'common.error.CAPTCHA_VERIFICATION_COED_ERROR'

const GET_CODE = '[formaction="/acct/codes"]'

const REGISTER: InvalidForm[] = [
  {
    path: '/acct/register',
    fields: [
      ['username', 'no', 'accounts.problem.username'],
      ['password', 'short', 'accounts.problem.password'],
      ['confirmPassword', 'other', 'accounts.problem.passwordsDiffer'],
      ['email', 'nobody@', FORMAT],
      ['code', '12ab', CODE],
      ['companyName', 'Kestrel 凯瑞 & Co'],
      ['department', '  Legal'],
      ['name', 'Oliver <Grant>'],
      ['identity', 'individual'],
      ['agreement', 'yes'],
    ],
  },
  {
    path: '/acct/register',
    fields: [
      ...[
        'username',
        'name',
        'password',
        'confirmPassword',
        'companyName',
        'department',
        'email',
        'code',
      ].map((field): Filled => [field, '', REQUIRED]),
      ['identity', '', 'common.problem.selected'],
      ['agreement', '', AGREEMENT],
    ],
  },
  {
    path: '/acct/register?channel=mobile',
    fields: [
      ['mobile', '12345', MOBILE],
      ['username', 'too_long_by_one_letter', 'accounts.problem.username'],
    ],
  },
]

const LOGIN: InvalidForm[] = [
  {
    path: '/acct/login',
    fields: [
      ['login', '', REQUIRED],
      ['password', '', REQUIRED],
      ['agreement', '', AGREEMENT],
    ],
  },
  {
    path: '/acct/login?way=mobile',
    fields: [
      ['mobile', '+86 99', MOBILE],
      ['code', '1', CODE],
      ['agreement', 'yes'],
    ],
  },
  {
    path: '/acct/login?way=email',
    fields: [
      ['email', 'at home', FORMAT],
      ['code', '12345x', CODE],
      ['agreement', '', AGREEMENT],
    ],
  },
  {
    path: '/acct/login?way=email',
    fields: [
      ['email', 'kept@kestrel.example'],
      ['code', '000000', 'common.error.VERIFICATION_COED_ERROR'],
      ['agreement', 'yes'],
    ],
  },
  {
    path: '/acct/login',
    press: '[formaction="/acct/login-wechat"]',
    fields: [
      ['login', 'demo_admin'],
      ['agreement', '', AGREEMENT],
    ],
  },
  { path: '/acct/login-wechat', fields: [['agreement', '', AGREEMENT]] },
]

const FORGOT: InvalidForm[] = [
  {
    path: '/acct/forgot-password',
    fields: [
      ['email', 'a b@c', FORMAT],
      ['code', 'abcdef', CODE],
      ['password', 'with space', 'accounts.problem.password'],
      ['confirmPassword', 'different', 'accounts.problem.passwordsDiffer'],
    ],
  },
  {
    path: '/acct/forgot-password?channel=mobile',
    fields: [
      ['mobile', '', REQUIRED],
      ['code', '', REQUIRED],
      ['password', '', REQUIRED],
      ['confirmPassword', '', REQUIRED],
    ],
  },
]

const codeRequest = (path: string, ...fields: Filled[]): InvalidForm => ({ path, press: GET_CODE, fields })

/**
 * Requests for a code by every form that has one: with an invalid address, without a captcha, with a wrong
 * captcha.
 */
const CODES: InvalidForm[] = [
  codeRequest(
    '/acct/register',
    ['email', 'kept@kestrel.example'],
    ['captcha', 'wrong', WRONG_CAPTCHA],
    ['username', 'kept_by_it'],
    ['department', 'Legal'],
    ['identity', 'company'],
    ['agreement', 'yes'],
  ),
  codeRequest(
    '/acct/register?channel=mobile',
    ['mobile', '1381234567', MOBILE],
    ['captcha', '', REQUIRED],
    ['name', 'O'],
  ),
  codeRequest('/acct/forgot-password', ['email', 'kept', FORMAT], ['captcha', '', REQUIRED]),
  codeRequest(
    '/acct/forgot-password?channel=mobile',
    ['mobile', '13812345678'],
    ['captcha', 'x', WRONG_CAPTCHA],
  ),
  codeRequest(
    '/acct/login?way=email',
    ['email', 'kept@kestrel.example'],
    ['captcha', '', REQUIRED],
    ['agreement', 'yes'],
  ),
  codeRequest('/acct/login?way=mobile', ['mobile', '13812345678'], ['captcha', 'x', WRONG_CAPTCHA]),
]

export function visitorForms(fixture: Fixture) {
  test.concurrent.each(LOCALES)('in %s, of login and registration', async (locale) => {
    const context = await contextOf(fixture, null)
    const page = await context.newPage()
    for (const form of byTurn([...REGISTER, ...LOGIN, ...FORGOT, ...CODES], locale))
      await meetMessages(page, form, locale)
    await context.close()
  })

  test.concurrent.each(languages('zh_CN'))(
    'in %s, a second code within the minute, with a countdown',
    async (locale) => {
      const context = await contextOf(fixture, null)
      const page = await context.newPage()
      const codeForm: InvalidForm = {
        path: '/acct/register',
        press: GET_CODE,
        fields: [
          ['email', `twice-${locale}@kestrel.example`.toLowerCase()],
          ['captcha', 'qishu'],
          ['username', 'kept_by_it'],
        ],
      }
      const counting = page.locator(`${GET_CODE}:disabled`, { hasText: /\(\d+\)$/ })
      await sendForm(page, codeForm, locale)
      await counting.waitFor()
      const filledAgain = codeForm.fields.map(([field, typed]): Filled => [field, typed])
      filledAgain[1]![2] = 'common.error.TOO_SOON'
      await meetMessages(page, { ...codeForm, fields: filledAgain }, locale)
      await counting.waitFor()
      expect(Number(/\((\d+)\)/.exec((await counting.textContent())!)![1])).toBeLessThanOrEqual(60)
      await context.close()
    },
  )

  test.concurrent.each(languages('en_US'))(
    'in %s, above the form if it concerns no field',
    async (locale) => {
      const context = await contextOf(fixture, null)
      const page = await context.newPage()
      const messageAbove = (key: string) =>
        page.locator('main p[role="alert"].alert', { hasText: wordsOf(locale, key) }).waitFor()
      const fields: Filled[] = [
        ['login', 'demo_free'],
        ['password', 'Wrong2026'],
        ['agreement', 'yes'],
      ]
      await sendForm(page, { path: '/acct/login', fields }, locale)
      await messageAbove('common.error.LOGIN_INVALID')
      expect(await page.locator('#login').inputValue()).toBe('demo_free')

      await page.goto(addressIn(locale, '/acct/login-wechat'))
      await page.locator('#agreement').check()
      await page.locator('#social-form button[type="submit"]').click()
      await page.locator('a[href*="/return?code="]').last().click()
      await messageAbove('common.error.SOCIAL_NOT_BOUND')
      await context.close()
    },
  )
}
