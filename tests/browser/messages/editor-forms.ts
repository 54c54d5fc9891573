import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { findTemplate } from '#modules/templates/library.ts'
import { LOCALES, type Locale } from '#src/core/i18n.ts'
import type { Client } from '#tests/support/client.ts'
import { logIn } from '#tests/support/journey.ts'
import {
  addressIn,
  contextOf,
  expectMessages,
  type Fixture,
  type InvalidForm,
  languages,
  typeInto,
  wordsOf,
} from './forms.ts'

const REQUIRED = 'editor.problem.required'

/** Invalid names and numbers, submitted with Enter. */
const NAMES: InvalidForm['fields'][] = [
  [
    ['document-name', 'a/b:c*?', 'editor.nameWrong'],
    ['document-number', 'N|1', 'editor.nameWrong'],
  ],
  [
    ['document-name', 'Kept “名称”'],
    ['document-number', '<1>', 'editor.nameWrong'],
  ],
  [
    ['document-name', '', REQUIRED],
    ['document-number', '', REQUIRED],
  ],
]

const othersNumber = (number: string): InvalidForm['fields'] => [
  ['document-name', 'Kept “名称”'],
  ['document-number', number, 'common.error.DOCUMENT_NUMBER_EXISTS'],
]

/** Missing values in a new draft, which are reported when Finalise was pressed. */
const MISSING_VALUES: InvalidForm['fields'] = [
  ['party-a-name', '', REQUIRED],
  ['party-a-idNumber', '', REQUIRED],
  ['party-a-address', '', REQUIRED],
  ['party-a-signerName', '', 'editor.problem.signerMissing'],
  ['party-a-email', '', 'editor.problem.contactMissing'],
  ['fill-project', '', REQUIRED],
]

/** Invalid values that are reported while the user types. */
const INVALID_VALUES: InvalidForm['fields'] = [
  ['party-a-email', 'chen@lotus', 'editor.problem.formatInvalid'],
  ['party-a-phone', '12', 'editor.problem.phoneInvalid'],
  ['party-a-idNumber', '91310115MA1K4LTX2B', 'editor.problem.creditCodeInvalid'],
  ['party-a-name', '莲花贸易'],
  ['fill-disclosure-period', 'a year', 'editor.problem.wrongType'],
]

async function newDraft({ post }: Client, code: string): Promise<string> {
  const version = String(findTemplate(code).version)
  const form = { template: code, version, language: 'zh-Hans', bilingual: 'no' }
  return (await post('/mgmt/new-doc', form)).headers.get('location')!
}

async function openEditor(page: Page, path: string, locale: Locale) {
  await page.goto(addressIn(locale, path))
  await page.locator('[role="group"] button').first().click()
  await page.locator('#party-a-name').waitFor()
}

async function expectTyped(page: Page, path: string, fields: InvalidForm['fields'], locale: Locale) {
  await page.evaluate(
    typeInto,
    fields.map(([field, text]): [string, string] => [field, text as string]),
  )
  if (fields[0]![0] === 'document-name') await page.locator('#document-name').press('Enter')
  await expectMessages(page, { path, fields }, locale)
}

export function editorForms(fixture: Fixture) {
  let drafts: string[]
  let resolution: string
  let taken: string

  beforeAll(async () => {
    const admin = await logIn(fixture.server.base)
    drafts = []
    for (const _ of LOCALES) drafts.push(await newDraft(admin, 'mutual-nda'))
    resolution = await newDraft(admin, 'shareholders-resolution')
    taken = /[A-Z]+-\d{4}-\d+/.exec(await (await admin.get('/mgmt/my-docs')).text())![0]
  })

  test.concurrent.each(languages('zh_CN'))('in %s, of a draft', async (locale) => {
    const context = await contextOf(fixture, 'demo_admin')
    const page = await context.newPage()
    const path = drafts[LOCALES.indexOf(locale)]!
    await openEditor(page, path, locale)
    await page.locator('#rename').click()
    // The fields load a moment after the editor.
    await page.locator('#document-name').waitFor()
    for (const fields of [...NAMES, othersNumber(taken)]) await expectTyped(page, path, fields, locale)
    await page.locator('#document-name').press('Escape')

    expect(await page.locator('#fill-project-note[role="alert"]').count()).toBe(0)
    await page.locator('#finalise').click()
    await expectMessages(page, { path, fields: MISSING_VALUES }, locale)
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('party-a-name')
    await expectTyped(page, path, INVALID_VALUES, locale)
    await context.close()
  })

  test('an eleventh party is refused in the specification’s words, and ten are A to J', async () => {
    const context = await contextOf(fixture, 'demo_admin')
    const page = await context.newPage()
    await openEditor(page, resolution, 'en_US')
    const add = page.locator('#add-party')
    const names = page.locator('[id^="party-"][id$="-name"]')
    const refusal = page.getByRole('alert').filter({ hasText: wordsOf('en_US', 'editor.problem.parties') })
    for (let parties = await names.count(); parties < 10; parties++) await add.click()
    expect(await refusal.count()).toBe(0)
    await add.click()
    await refusal.waitFor()
    expect(await names.evaluateAll((all) => all.map(({ id }) => id.charAt(6)).join(''))).toBe('abcdefghij')
    await page
      .locator('fieldset:has(#party-j-name)')
      .getByRole('button', { name: /^Remove / })
      .click()
    await refusal.waitFor({ state: 'detached' })
    await context.close()
  })
}
