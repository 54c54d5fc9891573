import type { BrowserContext, Page } from 'playwright'
import { beforeAll, test } from 'vitest'
import { LOCALES, type Locale } from '#src/core/i18n.ts'
import { logIn } from '#tests/support/journey.ts'
import { png } from '#tests/support/pictures.ts'
import {
  byTurn,
  contextOf,
  type Filled,
  type Fixture,
  type InvalidForm,
  languages,
  meetMessages,
} from './forms.ts'

const REQUIRED = 'common.problem.required'
const FORMAT = 'common.problem.format'
const CODE = 'accounts.problem.code'
const WRONG_CAPTCHA = 'common.error.CAPTCHA_VERIFICATION_COED_ERROR'

const GET_CODE = '[formaction="/acct/codes"]'
const PASSWORD = 'Qishu2026'

/** A form of the account page, which opens in a dialog. */
function accountForm(name: string, fields: Filled[], press?: string): InvalidForm {
  const open = async (page: Page) => {
    if (await page.locator('dialog[open]').count()) await page.keyboard.press('Escape')
    await page.locator(`a[href^="/mgmt/acct-info/${name}"]`).first().click()
    await page.locator(`[id="${fields[0]![0]}"]`).waitFor()
  }
  return { path: '/mgmt/acct-info', open, stays: true, press, fields }
}

const ACCOUNT_FORMS: InvalidForm[] = [
  accountForm('password', [
    ['current', '', REQUIRED],
    ['password', 'seven77', 'accounts.problem.password'],
    ['confirmPassword', '', REQUIRED],
    ['others', ''],
  ]),
  accountForm('password', [
    ['current', 'Wrong2026', 'common.error.ORIGIN_PASSWORD_ERROR'],
    ['password', 'Kestrel2027'],
    ['confirmPassword', 'Kestrel2027'],
  ]),
  accountForm('password', [
    ['current', PASSWORD],
    ['password', PASSWORD, 'common.error.NEW_PASSWORD_SAME_WITH_ORIGIN_ERROR'],
    ['confirmPassword', PASSWORD],
    ['others', 'yes'],
  ]),
  accountForm('password', [
    ['current', PASSWORD],
    ['password', 'Kestrel2027'],
    ['confirmPassword', 'Kestrel2026', 'accounts.problem.passwordsDiffer'],
  ]),
  accountForm('email', [
    ['email', 'new@lotus', FORMAT],
    ['code', '12345', CODE],
    ['current', '', REQUIRED],
  ]),
  accountForm(
    'email',
    [
      ['email', 'new@lotus.example'],
      ['captcha', 'wrong', WRONG_CAPTCHA],
    ],
    GET_CODE,
  ),
  accountForm('mobile', [
    ['mobile', '12812345678', 'accounts.problem.mobile'],
    ['code', '', REQUIRED],
    ['current', '', REQUIRED],
  ]),
  accountForm(
    'mobile',
    [
      ['mobile', '+44 7400 123456'],
      ['captcha', '', REQUIRED],
    ],
    GET_CODE,
  ),
  accountForm('profile', [
    ['name', '  ', REQUIRED],
    ['department', '法'.repeat(61), 'common.problem.tooLong'],
    ['position', 'Head of “Legal” & <Compliance>'],
    ['mailingAddress', '上海市浦东新区世纪大道 100 号'],
  ]),
  accountForm('company', [
    ['companyName', '', REQUIRED],
    ['creditCode', '91310115MA1H70000X', 'acctInfo.problem.creditCode'],
    ['phone', 'call me', FORMAT],
    ['address', '上海市浦东新区'],
  ]),
]

const INVITATION: InvalidForm[] = [
  { path: '/mgmt/acct-info/members', fields: [['email', '', REQUIRED]] },
  { path: '/mgmt/acct-info/members', fields: [['email', 'zhou@lotus,example', FORMAT]] },
]

const PNG = png()
const picture = (size: number, name = 'seal 印章.png') => ({
  name,
  mimeType: 'image/png',
  buffer: Buffer.concat([PNG], Math.max(PNG.length, size)),
})
const MB = 1024 * 1024

/** A valid question; each test makes one part invalid. */
const VALID_QUESTION: Filled[] = [
  ['question', 'Where does the seal go?\nAnd 公章?'],
  ['email', 'mei@lotus.example'],
]

const severalFiles = (page: Page) =>
  page.locator('#attachment').evaluate((box) => box.setAttribute('multiple', ''))

const FEEDBACK: InvalidForm[] = [
  {
    path: '/mgmt/client-feedback',
    fields: [
      ['question', '   ', REQUIRED],
      ['email', 'mei@', FORMAT],
      ['attachment', [picture(100)]],
    ],
  },
  {
    path: '/mgmt/client-feedback',
    fields: [
      ...VALID_QUESTION,
      [
        'attachment',
        [{ name: 'seal.png', mimeType: 'image/png', buffer: Buffer.from('%PDF-1.7') }],
        'messaging.problem.fileType',
      ],
    ],
  },
  {
    path: '/mgmt/client-feedback',
    fields: [...VALID_QUESTION, ['attachment', [picture(6 * MB)], 'messaging.problem.fileSize']],
  },
  {
    path: '/mgmt/client-feedback',
    open: severalFiles,
    fields: [
      ...VALID_QUESTION,
      ['attachment', [picture(100, 'one.png'), picture(100, 'two.png')], 'messaging.problem.oneFile'],
    ],
  },
]

const VISITORS_FEEDBACK: InvalidForm[] = [
  {
    path: '/feedback',
    fields: [
      ['question', '', REQUIRED],
      ['email', '', REQUIRED],
      ['captcha', '', REQUIRED],
    ],
  },
  {
    path: '/feedback',
    fields: [...VALID_QUESTION, ['attachment', [picture(100)]], ['captcha', 'wrong', WRONG_CAPTCHA]],
  },
]

/** The desk's pages of an account whose deletion was requested, and of that request. */
const deskForms = (path: string, request: string): InvalidForm[] => [
  {
    path,
    fields: [
      ['stateAction', '', 'common.problem.selected'],
      ['reason', 'Unpaid since <March>'],
    ],
  },
  {
    path,
    fields: [
      ['reason', ' ', REQUIRED],
      ['stateAction', 'freeze'],
    ],
  },
  { path: request, fields: [['answer', '', REQUIRED]] },
  { path, fields: [['note', ' ', REQUIRED]] },
  {
    path,
    fields: [
      ['username', 'a b', 'accounts.problem.username'],
      ['identity', 'individual'],
      ['cause', '', REQUIRED],
    ],
  },
  {
    path,
    fields: [
      ['username', 'demo_admin', 'common.error.ACCOUNT_ALREADY_EXISTS'],
      ['cause', 'passport'],
    ],
  },
  {
    path,
    fields: [
      ['ground', '', REQUIRED],
      ['confirmation', 'demo_free'],
    ],
  },
  {
    path,
    fields: [
      ['confirmation', 'demo_admin', 'desk.problem.username'],
      ['ground', 'called back'],
    ],
  },
  {
    path: `${path}/plan`,
    fields: [
      ['plan', '', 'common.problem.selected'],
      ['months', '12'],
      ['reason', ' ', REQUIRED],
    ],
  },
]

export function accountForms(fixture: Fixture) {
  let desk: InvalidForm[]

  beforeAll(async () => {
    const { post } = await logIn(fixture.server.base, 'demo_free')
    await post('/mgmt/acct-info/deletion', { words: 'I am leaving' })
    const agent = await logIn(fixture.server.base, 'desk_agent')
    const accountsPage = await (await agent.get('/desk/accounts?keyword=demo_free')).text()
    const path = /\/desk\/accounts\/[0-9a-f-]{36}/.exec(accountsPage)![0]
    const requests = await (await agent.get('/desk/requests')).text()
    desk = deskForms(path, /\/desk\/requests\/[0-9a-f-]{36}/.exec(requests)![0])
  })

  const meetAll = async (context: BrowserContext, forms: InvalidForm[], locale: Locale) => {
    const page = await context.newPage()
    for (const form of forms) await meetMessages(page, form, locale)
    await context.close()
  }

  for (const [about, who, forms] of [
    ['an account', 'demo_admin', () => [...ACCOUNT_FORMS, ...INVITATION]],
    ['feedback from inside', 'demo_admin', () => FEEDBACK],
    ['the desk', 'desk_agent', () => desk],
  ] as const)
    test.concurrent.each(LOCALES)(`in %s, of ${about}`, async (locale) =>
      meetAll(await contextOf(fixture, who), byTurn(forms(), locale), locale),
    )

  test.concurrent.each(languages('en_US'))('in %s, of feedback from a visitor', async (locale) =>
    meetAll(await contextOf(fixture, null), VISITORS_FEEDBACK, locale),
  )

  // With script the browser restores the typed text; without script the server returns it. Only a third of
  // the forms, because the account has ten tries of its password.
  test('in zh_TW, of an account, without script', async () => {
    const forms = ACCOUNT_FORMS.filter((_, n) => n % LOCALES.length === LOCALES.indexOf('zh_TW'))
    await meetAll(await contextOf(fixture, 'demo_admin', false), forms, 'zh_TW')
  })
}
