import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { LOCALES, type Locale } from '#src/core/i18n.ts'
import type { Client } from '#tests/support/client.ts'
import { enterAsOliver } from '#tests/support/demo-world.ts'
import { draftNda, finalise, logIn } from '#tests/support/journey.ts'
import {
  addressIn,
  contextOf,
  expectMessages,
  type Fixture,
  type InvalidForm,
  languages,
  meetMessages,
  typeInto,
  wordsOf,
} from './forms.ts'

const PROBLEM = 'signing.setting.problem'

/** The values of both parties' rows, in turn. The first problems appear when the signing is started. */
const SETTINGS: InvalidForm['fields'][] = [
  [
    ['name-a', '', `${PROBLEM}.required`],
    ['email-a', '', `${PROBLEM}.contact`],
    ['name-b', 'Oliver <Grant>'],
    ['email-b', 'oliver@kestrel', `${PROBLEM}.format`],
  ],
  [
    ['name-a', '陈莲 Chen Lian'],
    ['email-a', 'Same@lotus.example', `${PROBLEM}.duplicate`],
    ['email-b', 'same@lotus.example', `${PROBLEM}.duplicate`],
  ],
]

const table = (page: Page) => page.locator('[data-island="signature-table"]')

async function setBadly(page: Page, path: string, locale: Locale) {
  await page.goto(addressIn(locale, path))
  const add = table(page).locator('button.btn-outline.whitespace-normal').first()
  await add.waitFor()
  const startButton = table(page).locator('.btn-primary:not(dialog *)')
  const rowAlerts = table(page).locator('tr [role="alert"]')
  const startInVain = async () => {
    await startButton.click()
    expect(await page.locator('dialog[open]').count()).toBe(0)
  }
  // A field that never lost the focus has no message yet.
  await page.locator('#email-a').fill('')
  expect(await rowAlerts.count()).toBe(0)
  await page.locator('#name-b').focus()
  expect(await rowAlerts.allTextContents()).toEqual([wordsOf(locale, `${PROBLEM}.contact`)])
  for (const fields of SETTINGS) {
    await page.evaluate(
      typeInto,
      fields.map(([field, text]): [string, string] => [field, text as string]),
    )
    await startInVain()
    await expectMessages(page, { path, fields }, locale)
  }
  const lastBin = table(page).locator('[id^="bin-"]').last()
  await lastBin.click()
  await page.locator('#undo-delete').click()
  expect(await page.locator('#email-b').inputValue()).toBe('same@lotus.example')
  await lastBin.click()
  const alerts = table(page).locator('[role="alert"]:visible:not(tr *)')
  expect(await alerts.allTextContents()).toEqual([
    expect.stringContaining(wordsOf(locale, `${PROBLEM}.missing`)),
  ])
  await startInVain()
  const rows = table(page).locator('tbody tr:has([id^="bin-"])')
  while ((await rows.count()) < 10) await add.click()
  expect(await alerts.allTextContents()).not.toContain(wordsOf(locale, `${PROBLEM}.limit`))
  await add.click()
  expect(await rows.count()).toBe(10)
  expect(await alerts.allTextContents()).toContain(wordsOf(locale, `${PROBLEM}.limit`))
  await startInVain()
}

/** The forms of a signatory: the code, the signature, the reason for declining. */
function signatoryForms(
  entrance: string,
  signing: string,
): { outside: InvalidForm[]; inside: InvalidForm[] } {
  const openRefusal = async (page: Page) => {
    await page.locator('[commandfor="refusal"]').click()
    await page.locator('#reason').waitFor()
  }
  const askForCode = async (page: Page) => {
    await page.locator('form[action$="/code"] button').click()
    await page.locator('#code').waitFor()
  }
  const outside: InvalidForm[] = [
    { path: entrance, open: askForCode, fields: [['code', '12ab', 'accounts.problem.code']] },
    {
      path: entrance,
      open: askForCode,
      fields: [['code', '000000', 'common.error.VERIFICATION_COED_ERROR']],
    },
  ]
  const inside: InvalidForm[] = [
    { path: signing, fields: [['typed', '  ', 'signing.problem.signature']] },
    {
      path: signing,
      open: openRefusal,
      press: '#refusal-form [type="submit"]',
      fields: [['reason', ' ', 'common.problem.required']],
    },
  ]
  return { outside, inside }
}

export function signingForms(fixture: Fixture) {
  const settings: string[] = []
  let forms: ReturnType<typeof signatoryForms>
  let signatory: Client

  beforeAll(async () => {
    const oliver = await enterAsOliver(fixture.server.base)
    signatory = oliver.signatory
    forms = signatoryForms(oliver.entrance, oliver.page)
    const admin = await logIn(fixture.server.base)
    for (const _ of LOCALES) {
      const draft = await draftNda(admin)
      await finalise(admin, draft)
      settings.push(`/mgmt/${draft.id}/sign-setting`)
    }
  })

  test.concurrent.each(languages('zh_TW'))(
    'in %s, of the signature setting, beside each signatory',
    async (locale) => {
      const context = await contextOf(fixture, 'demo_admin')
      await setBadly(await context.newPage(), settings[LOCALES.indexOf(locale)]!, locale)
      await context.close()
    },
  )

  test.concurrent.each(languages('en_US'))('in %s, of a signatory', async (locale) => {
    const stranger = await contextOf(fixture, null)
    const outside = await stranger.newPage()
    for (const form of forms.outside) await meetMessages(outside, form, locale)
    await stranger.close()
    const context = await contextOf(fixture, signatory)
    const page = await context.newPage()
    for (const form of forms.inside) await meetMessages(page, form, locale)
    await page.locator('#refusal[open]').waitFor()
    await page.goto(addressIn(locale, forms.inside.at(-1)!.path))
    await page.locator('[value="drawn"]').check()
    await page.locator('[data-signature-form] button[type="submit"]').click()
    await page.locator('#strokes-note[role="alert"]').waitFor()
    expect(await page.locator('#strokes-note').textContent()).toBe(
      wordsOf(locale, 'signing.problem.signature'),
    )
    expect(await page.locator('[value="drawn"]').isChecked()).toBe(true)
    await context.close()
  })
}
