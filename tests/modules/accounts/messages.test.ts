import { expect, test } from 'vitest'
import { PASSWORD, setState } from '#tests/cast/people.ts'
import { setUpCast, setUpClock } from '#tests/cast/test-context.ts'
import { fieldProblem, formProblem, typedValue } from '#tests/support/form.ts'

const context = setUpCast()
setUpClock()

const REQUIRED = ['此项为必填项', '此項為必填項', 'This field is required']
const MOBILE = ['手机号格式不正确', '手機號碼格式不正確', 'Incorrect mobile phone number format']
const FORMAT = ['格式不正确', '格式不正確', 'Format is incorrect']
const CODE = ['验证码格式不正确', '驗證碼格式不正確', 'Captcha is not formatted correctly']
const AGREE = [
  '请阅读并同意相关条款',
  '請閱讀並同意相關條款',
  'Please read and agree to the terms and conditions',
]
const PASSWORDS = [
  '密码格式不正确，应为 8 至 16 位数字或字母',
  '密碼格式不正確，應為 8 至 16 位數字或字母',
  'Incorrect password format, 8 - 16 digits or letters',
]
const DIFFER = ['两次输入的密码不一致', '兩次輸入的密碼不一致', 'Inconsistent passwords entered twice']

const BAD: [string, Record<string, string>, string, string[], string[]][] = [
  ['/acct/login', { login: '', password: 'x', agreement: 'yes' }, 'login', REQUIRED, []],
  ['/acct/login', { login: 'lin', password: '', agreement: 'yes' }, 'password', REQUIRED, ['login']],
  ['/acct/login', { login: 'lin', password: 'x' }, 'agreement', AGREE, ['login']],
  ['/acct/login', { way: 'mobile', mobile: '1381234', code: '123456' }, 'mobile', MOBILE, ['mobile', 'code']],
  ['/acct/login', { way: 'mobile', mobile: '', code: '123456' }, 'mobile', REQUIRED, ['code']],
  ['/acct/login', { way: 'mobile', mobile: '13812345678', code: '12345' }, 'code', CODE, ['mobile', 'code']],
  ['/acct/login', { way: 'email', email: 'at home', code: '123456' }, 'email', FORMAT, ['email', 'code']],
  ['/acct/login', { way: 'email', email: 'a@b.example', code: '' }, 'code', REQUIRED, ['email']],
  [
    '/acct/login',
    { way: 'email', email: 'a@b.example', code: '123456' },
    'agreement',
    AGREE,
    ['email', 'code'],
  ],
  [
    '/acct/codes',
    { purpose: 'login', way: 'email', channel: 'email', email: 'x', captcha: 'q' },
    'email',
    FORMAT,
    ['email'],
  ],
  [
    '/acct/codes',
    { purpose: 'login', way: 'mobile', channel: 'mobile', mobile: '1', captcha: 'q' },
    'mobile',
    MOBILE,
    ['mobile'],
  ],
  [
    '/acct/codes',
    { purpose: 'password', channel: 'email', email: 'a@b.example' },
    'captcha',
    REQUIRED,
    ['email'],
  ],
  ['/acct/forgot-password', { channel: 'email', email: 'x' }, 'email', FORMAT, ['email']],
  [
    '/acct/forgot-password',
    { channel: 'mobile', mobile: '123', code: '1' },
    'mobile',
    MOBILE,
    ['mobile', 'code'],
  ],
  [
    '/acct/forgot-password',
    { channel: 'mobile', mobile: '13812345678', code: 'abc' },
    'code',
    CODE,
    ['mobile', 'code'],
  ],
  ['/acct/forgot-password', { email: 'a@b.example', password: 'short' }, 'password', PASSWORDS, ['email']],
  [
    '/acct/forgot-password',
    { email: 'a@b.example', password: 'Kestrel2027', confirmPassword: 'x' },
    'confirmPassword',
    DIFFER,
    ['email'],
  ],
  ['/acct/forgot-password', {}, 'confirmPassword', REQUIRED, []],
]

test.each(['zh_CN', 'zh_TW', 'en_US'])(
  'every message is beside its field in %s, and the typed text is kept',
  async (locale) => {
    for (const [path, fields, field, words, returned] of BAD) {
      const answer = await context.client.post(`${path}?locale=${locale}`, fields)
      const html = await answer.text()
      const result = [path, fields, answer.status, fieldProblem(html, field)]
      expect(result).toEqual([path, fields, 422, words[['zh_CN', 'zh_TW', 'en_US'].indexOf(locale)]])
      for (const name of returned)
        expect([path, name, typedValue(html, name)]).toEqual([path, name, fields[name]])
      if (html.includes('name="password"')) expect(typedValue(html, 'password')).toBe('')
    }
  },
)

test('an account that may not log in is informed above the form, in three languages', async () => {
  await setState(context.db, 'zhou', 'exception')
  const messages: string[] = []
  for (const locale of ['zh_CN', 'zh_TW', 'en_US']) {
    const fields = { login: 'zhou', password: PASSWORD, agreement: 'yes' }
    messages.push(
      formProblem(await (await context.client.post(`/acct/login?locale=${locale}`, fields)).text()),
    )
  }
  expect(messages[2]).toBe('The Account is malfunctioned')
  expect(new Set(messages).size).toBe(3)
  await setState(context.db, 'zhou', 'active')
})
