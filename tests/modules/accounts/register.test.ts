import { describe, expect, test } from 'vitest'
import { codeFor, registration } from '#tests/cast/registration.ts'
import { setUpDatabase } from '#tests/cast/test-context.ts'
import { newClient } from '#tests/support/client.ts'
import { fieldProblem, typedValue } from '#tests/support/form.ts'

const context = setUpDatabase()

const accounts = () => context.db.selectFrom('accounts.account').selectAll().execute()

const LOCALES = ['zh_CN', 'zh_TW', 'en_US'] as const

/**
 * An invalid input, the field with the problem, and its message in simplified and traditional Chinese and
 * English.
 */
const BAD: [Record<string, string>, string, [string, string, string]][] = [
  ...['abc', 'a'.repeat(21), '名字名字', 'a b c d'].map(
    (username): [Record<string, string>, string, [string, string, string]] => [
      { username },
      'username',
      [
        '用户名格式不正确，应为 4 至 20 位数字、字母或下划线',
        '使用者名稱格式不正確，應為 4 至 20 位數字、字母或底線',
        'Incorrect username format, 4 - 20 digits, letters or underscores',
      ],
    ],
  ),
  ...['Short12', 'Seventeen20262026', 'with space1', 'comma,1234'].map(
    (password): [Record<string, string>, string, [string, string, string]] => [
      { password },
      'password',
      [
        '密码格式不正确，应为 8 至 16 位数字或字母',
        '密碼格式不正確，應為 8 至 16 位數字或字母',
        'Incorrect password format, 8 - 16 digits or letters',
      ],
    ],
  ),
  [
    { confirmPassword: 'Kestrel2027' },
    'confirmPassword',
    ['两次输入的密码不一致', '兩次輸入的密碼不一致', 'Inconsistent passwords entered twice'],
  ],
  [
    { channel: 'mobile', mobile: '12345' },
    'mobile',
    ['手机号格式不正确', '手機號碼格式不正確', 'Incorrect mobile phone number format'],
  ],
  [
    { name: 'Mei\u202eLin' },
    'name',
    [
      '请删去不可见字符 U+202E（强制从右至左），它会改变文字的阅读顺序',
      '請刪去不可見字元 U+202E（強制由右至左），它會改變文字的閱讀順序',
      'Remove the invisible character U+202E (right-to-left override): it changes the order of reading',
    ],
  ],
  [{ email: 'nobody at home' }, 'email', ['格式不正确', '格式不正確', 'Format is incorrect']],
  [{ code: '12ab' }, 'code', ['验证码格式不正确', '驗證碼格式不正確', 'Captcha is not formatted correctly']],
  [{ identity: '' }, 'identity', ['请选择此项', '請選擇此項', 'This field must be selected']],
  [
    { agreement: '' },
    'agreement',
    ['请阅读并同意相关条款', '請閱讀並同意相關條款', 'Please read and agree to the terms and conditions'],
  ],
  ...['username', 'password', 'confirmPassword', 'email', 'code', 'companyName', 'department', 'name'].map(
    (field): [Record<string, string>, string, [string, string, string]] => [
      { [field]: '' },
      field,
      ['此项为必填项', '此項為必填項', 'This field is required'],
    ],
  ),
]

describe('an invalid registration', () => {
  test.each(LOCALES)(
    'reports each problem beside its field, in %s, and keeps the typed text',
    async (locale) => {
      const countBefore = (await accounts()).length
      for (const [change, field, words] of BAD) {
        const typed = registration(change)
        const answer = await newClient(context.db).post(`/acct/register?locale=${locale}`, typed)
        const html = await answer.text()
        expect([change, answer.status]).toEqual([change, 422])
        expect([change, fieldProblem(html, field)]).toEqual([change, words[LOCALES.indexOf(locale)]])
        for (const fragment of [
          'username',
          'name',
          'companyName',
          'department',
          typed.channel!,
          'code',
          'identity',
        ])
          expect([fragment, typedValue(html, fragment)]).toEqual([fragment, typed[fragment]])
        for (const secret of ['password', 'confirmPassword']) expect(typedValue(html, secret)).toBe('')
      }
      expect((await accounts()).length).toBe(countBefore)
    },
  )

  test('reports all problems together', async () => {
    const html = await (await newClient(context.db).post('/acct/register', { channel: 'email' })).text()
    const fields = [
      'username',
      'password',
      'confirmPassword',
      'email',
      'code',
      'companyName',
      'department',
      'name',
      'identity',
      'agreement',
    ]
    for (const field of fields) expect([field, fieldProblem(html, field)]).not.toEqual([field, ''])
  })

  test('returns only the form to htmx', async () => {
    const answer = await newClient(context.db).post('/acct/register', registration({ name: '' }), {
      'hx-request': 'true',
    })
    expect(answer.status).toBe(422)
    expect(await answer.text()).toMatch(/^<form id="register-form"/)
  })
})

describe('a valid registration', () => {
  test.each([
    ['email', 'grant@kestrel.example'],
    ['mobile', '+8613812345678'],
  ])('by %s creates a team with its administrator and logs in', async (channel, address) => {
    const client = newClient(context.db)
    const code = await codeFor(context.db, client, address)
    const typed = registration({ channel, [channel]: address, code })
    const answer = await client.post('/acct/register', typed)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/mgmt/home'])
    expect(await (await client.get('/mgmt/acct-info')).text()).toContain('凯瑞机器人有限公司')
    const account = (await accounts()).find((one) => one.username === typed.username)!
    expect([account.role, account.state, account.identity, account.department]).toEqual([
      'admin',
      'active',
      'company',
      '法务部',
    ])
    expect([account.email, account.mobile]).toEqual(channel === 'email' ? [address, null] : [null, address])
    expect(account.password_hash).toMatch(/^\$argon2id\$/)
  })

  test.each([
    ['username', { username: 'GRANT_TAKEN' }, 'This username already exists'],
    ['email', { email: 'taken@kestrel.example' }, 'This email is already registered'],
  ])(
    'reports beside the field that its %s is taken, after the code has verified the address',
    async (field, change, words) => {
      if (!(await accounts()).some((one) => one.username === 'grant_taken')) {
        const client = newClient(context.db)
        const code = await codeFor(context.db, client, 'taken@kestrel.example')
        const firstForm = registration({ username: 'grant_taken', email: 'taken@kestrel.example', code })
        expect((await client.post('/acct/register', firstForm)).status).toBe(303)
      }
      const countBefore = (await accounts()).length
      const client = newClient(context.db)
      const email = (change as { email?: string }).email ?? 'other@kestrel.example'
      const wrongResponse = await client.post(
        '/acct/register',
        registration({ ...change, email, code: '000000' }),
      )
      expect(fieldProblem(await wrongResponse.text(), 'code')).toBe(
        'The verification code is wrong or has expired',
      )
      await context.db
        .updateTable('accounts.verification_code')
        .set({ created_at: new Date(0) })
        .execute()
      const code = await codeFor(context.db, client, email)
      const answer = await client.post('/acct/register', registration({ ...change, email, code }))
      expect([answer.status, fieldProblem(await answer.text(), field)]).toEqual([422, words])
      expect((await accounts()).length).toBe(countBefore)
    },
  )

  test('with a taken name succeeds with the same code and a free name', async () => {
    const firstClient = newClient(context.db)
    const firstForm = registration({ username: 'first_come', email: 'first@kestrel.example' })
    firstForm.code = await codeFor(context.db, firstClient, 'first@kestrel.example')
    expect((await firstClient.post('/acct/register', firstForm)).status).toBe(303)
    const client = newClient(context.db)
    const code = await codeFor(context.db, client, 'second@kestrel.example')
    const typed = registration({ username: 'FIRST_COME', email: 'second@kestrel.example', code })
    for (let times = 0; times < 6; times++) {
      const answer = await client.post('/acct/register', typed)
      expect(fieldProblem(await answer.text(), 'username')).toBe('This username already exists')
    }
    expect((await client.post('/acct/register', { ...typed, username: 'second_come' })).status).toBe(303)
    const changedValues = { ...typed, username: 'third_come', email: 'second@kestrel.example' }
    const reuse = await newClient(context.db).post('/acct/register', changedValues)
    expect(fieldProblem(await reuse.text(), 'code')).toBe('The verification code is wrong or has expired')
  })

  test('of an individual requires neither company nor department: the team gets the person’s name', async () => {
    const client = newClient(context.db)
    const code = await codeFor(context.db, client, 'solo@kestrel.example')
    const typed = registration({ username: 'solo', email: 'solo@kestrel.example', code, name: 'Solo Weiss' })
    const individualForm = { ...typed, identity: 'individual', companyName: '', department: '' }
    const asCompany = await client.post('/acct/register', { ...individualForm, identity: 'company' })
    expect(fieldProblem(await asCompany.text(), 'companyName')).toBe('This field is required')
    expect((await client.post('/acct/register', individualForm)).status).toBe(303)
    expect(await (await client.get('/mgmt/acct-info')).text()).toContain('Solo Weiss')
    const profile = { version: '1', name: 'Solo Weiss', department: '', position: '', mailingAddress: '' }
    expect((await client.post('/mgmt/acct-info/profile', profile)).status).toBe(303)
  })

  test('for one username, sent twenty times concurrently, succeeds once', async () => {
    const clients = Array.from({ length: 20 }, (_, n) => ({
      client: newClient(context.db),
      email: `race${n}@kestrel.example`,
    }))
    const codes: string[] = []
    for (const { client, email } of clients) codes.push(await codeFor(context.db, client, email))
    const statuses = await Promise.all(
      clients.map(async ({ client, email }, n) => {
        const typed = registration({ username: 'race_winner', email, code: codes[n]! })
        return (await client.post('/acct/register', typed)).status
      }),
    )
    expect(statuses.sort()).toEqual([303, ...Array(19).fill(422)])
    expect((await accounts()).filter((one) => one.username === 'race_winner')).toHaveLength(1)
  })
})
