import type { BrowserContext, Page } from 'playwright'
import { expect, vi } from 'vitest'
import { LOCALES, type Locale, translate } from '#src/core/i18n.ts'
import type { servedBrowser } from '#tests/support/browser.ts'
import type { Client } from '#tests/support/client.ts'
import { logIn } from '#tests/support/journey.ts'
import { dynamicKey } from '#views/language/messages.ts'

export type Fixture = ReturnType<typeof servedBrowser>

/** The specification's messages in English; in Chinese the messages of the catalogue are expected. */
export const SPEC: Record<string, string> = {
  'common.problem.required': 'This field is required',
  'common.problem.selected': 'This field must be selected',
  'common.problem.format': 'Format is incorrect',
  'accounts.problem.username': 'Incorrect username format, 4 - 20 digits, letters or underscores',
  'accounts.problem.password': 'Incorrect password format, 8 - 16 digits or letters',
  'accounts.problem.passwordsDiffer': 'Inconsistent passwords entered twice',
  'accounts.problem.mobile': 'Incorrect mobile phone number format',
  'accounts.problem.code': 'Captcha is not formatted correctly',
  'accounts.problem.agreement': 'Please read and agree to the terms and conditions',
  'editor.problem.required': 'This field is required',
  'editor.problem.formatInvalid': 'Format is incorrect',
  'editor.problem.parties': 'Number of signatories exceeding the 10-person limit',
  'common.error.SIGNATORY_LIMIT': 'Number of signatories exceeding the 10-person limit',
  'signing.setting.problem.required': 'This field is required',
  'signing.setting.problem.format': 'Format is incorrect',
  'signing.setting.problem.limit': 'Number of signatories exceeding the 10-person limit',
}

const LONG = process.env.LONG === '1'

/**
 * The entries of a list that are tested in this language: daily each entry in one of the languages, in the
 * long run in all.
 */
export const byTurn = <T>(list: readonly T[], locale: Locale): T[] =>
  list.filter((_, n) => LONG || n % LOCALES.length === LOCALES.indexOf(locale))

/** The languages in which a list with one entry is tested. */
export const languages = (today: Locale): readonly Locale[] => (LONG ? LOCALES : [today])

/** The text of a message: the specification's if it contains the message. */
export function wordsOf(locale: Locale, key: string): string {
  return (locale === 'en_US' && SPEC[key]) || translate(locale)(dynamicKey(key))
}

export interface File {
  name: string
  mimeType: string
  buffer: Buffer
}

/**
 * The id of a control, the value to enter, and the key of the expected message beside the control; without a
 * key the value is valid.
 */
export type Filled = [field: string, typed: string | File[], key?: string]

export interface InvalidForm {
  path: string
  /** Opens the form, if the page shows it only after a click. */
  open?: (page: Page) => Promise<unknown>
  /** Whether the form can be opened again on the same page. */
  stays?: boolean
  /** The button that submits the form; by default the form's last button. */
  press?: string
  fields: Filled[]
}

export function addressIn(locale: Locale, path: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}locale=${locale}`
}

const at = (page: Page, id: string) => page.locator(`[id="${id}"]`)

/** Opens the form, fills in the given values, and submits it. */
export async function sendForm(
  page: Page,
  { path, open, stays, press, fields }: InvalidForm,
  locale: Locale,
) {
  const address = addressIn(locale, path)
  if (!stays || !page.url().endsWith(address)) await page.goto(address, { waitUntil: 'domcontentloaded' })
  await open?.(page)
  for (const [field, typed] of fields)
    if (typeof typed !== 'string') await at(page, field).setInputFiles(typed)
  const typedFields = fields.filter((one): one is [string, string] => typeof one[1] === 'string')
  await page.evaluate(
    typeInto,
    typedFields.map(([field, text]): [string, string] => [field, text]),
  )
  const form = page.locator('form').filter({ has: at(page, fields[0]![0]) })
  await (press ? page.locator(press) : form.locator('button[type="submit"]').last()).click()
}

/** Runs in the page: enters text with all events of typing, but all at once. */
export function typeInto(typed: [string, string][]) {
  for (const [field, text] of typed) {
    const control = document.getElementById(field)
    if (control instanceof HTMLSelectElement) {
      control.value = text
      control.dispatchEvent(new Event('change', { bubbles: true }))
    } else if (control instanceof HTMLInputElement && control.type === 'checkbox') {
      if (control.checked !== (text === 'yes')) control.click()
    } else if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) {
      control.focus()
      if (document.activeElement !== control) throw new Error(`nobody can type into ${field}`)
      control.select()
      document.execCommand(text ? 'insertText' : 'delete', false, text)
    } else throw new Error(`no field ${field}`)
  }
}

/** Fields whose value the server never returns: passwords, and the answer to a used captcha. */
const NEVER_BACK = new Set(['current', 'password', 'confirmPassword', 'captcha'])

/**
 * Checks that each message is beside its field and linked to it, that other fields have no message, and that
 * all values are as typed.
 */
export function expectMessages(page: Page, { path, fields }: InvalidForm, locale: Locale) {
  const expectedFields = fields.map(([field, typed, key]) => ({
    field,
    message: key ? wordsOf(locale, key) : null,
    tied: Boolean(key),
    value: typeof typed === 'string' ? typed : typed.map(({ name }) => name).join(),
  }))
  const returnedFields = (all: ShownField[]) =>
    all.map((one) => (NEVER_BACK.has(one.field) ? { ...one, value: '' } : one))
  return vi.waitFor(async () => {
    const shownFields = await page.evaluate(
      readFields,
      fields.map(([field]) => field),
    )
    expect([path, returnedFields(shownFields)]).toEqual([path, returnedFields(expectedFields)])
  }, 30_000)
}

interface ShownField {
  field: string
  message: string | null
  tied: boolean
  value: string
}

/** Runs in the page. */
function readFields(ids: string[]): ShownField[] {
  return ids.map((field) => {
    const control = document.getElementById(field) as HTMLInputElement
    const note = document.querySelector(`[id="${field}-note"][role="alert"]`)
    const hangs = control.getAttribute('aria-describedby')?.split(' ').includes(`${field}-note`)
    const isBeside = note?.parentElement?.contains(control)
    const tied = Boolean(hangs && isBeside && control.getAttribute('aria-invalid') === 'true')
    const files = control.files && [...control.files].map(({ name }) => name).join()
    const ticked = control.type === 'checkbox' && (control.checked ? 'yes' : '')
    const value = files ?? (ticked === false ? control.value : ticked)
    return { field, message: note?.textContent ?? null, tied, value }
  })
}

export async function meetMessages(page: Page, form: InvalidForm, locale: Locale) {
  await sendForm(page, form, locale)
  await expectMessages(page, form, locale)
}

/** A browser context with the cookies of `who`, logged in as an account of the demo, or anonymous. */
export async function contextOf(
  fixture: Fixture,
  who: string | Client | null,
  javaScriptEnabled = true,
): Promise<BrowserContext> {
  const context = await fixture.browser.newContext({
    baseURL: fixture.server.base,
    javaScriptEnabled,
    reducedMotion: 'reduce',
    // Small, so that it paints faster, but wider than a phone.
    viewport: { width: 800, height: 500 },
  })
  if (!who) return context
  const { cookies } = typeof who === 'string' ? await logIn(fixture.server.base, who) : who
  await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: fixture.server.base })))
  return context
}
