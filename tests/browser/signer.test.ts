import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { HOUR } from '#src/core/clock.ts'
import { LOCALES, type Locale, translate } from '#src/core/i18n.ts'
import { collectPageErrors, servedBrowser } from '#tests/support/browser.ts'
import { draftNda, finalise, logIn, startSigning } from '#tests/support/journey.ts'
import { type SentMessage, waitForMessage } from '#tests/support/outbox.ts'
import { sampled } from '#tests/support/runs.ts'
import { PHONE } from '#tests/support/walk.ts'
import type { MessageKey } from '#views/language/messages.ts'

/** Sends a document; returns the first signatory's address and mailed link. */
async function sendDocument(base: string, mark: string) {
  const client = await logIn(base)
  const draft = await draftNda(client)
  await finalise(client, draft)
  await expect.poll(async () => (await client.get(`/mgmt/${draft.id}/final.pdf`)).status).toBe(200)
  const { email } = (await startSigning(client, draft.id, mark))[0]!
  const { links } = await waitForMessage(base, email, (message) => message.links.length > 0)
  return { email, link: new URL(links[0]!).pathname }
}

/** Submits a form while offline, which shows a message on the same page. */
async function failOnce(page: Page, submit: string) {
  await page.context().setOffline(true)
  await page.locator(submit).click()
  await page.locator('form [data-fault]').waitFor()
  await page.context().setOffline(false)
}

const OPEN_BUTTON = 'form[action$="/entrance"] button'
const SIGN = '[data-signature-form] button[type="submit"]'

/**
 * The reason for declining must still be in the field after the phone has reloaded the page; a longer text
 * than the field allows is pasted whole.
 */
async function expectReasonKept(page: Page) {
  await page.locator('[commandfor="refusal"]').first().click()
  const reason = page.locator('#refusal-form textarea')
  await reason.pressSequentially('The price is wrong')
  await page.reload()
  await expect.poll(() => reason.inputValue()).toBe('The price is wrong')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const limit = Number(await reason.getAttribute('maxlength'))
  expect(limit).toBeGreaterThan(0)
  await page.evaluate((text) => navigator.clipboard.writeText(text), 'a'.repeat(limit + 1))
  await page.locator('[commandfor="refusal"]').first().click()
  await reason.press('ControlOrMeta+A')
  await reason.press('ControlOrMeta+V')
  await expect.poll(() => reason.inputValue()).toBe('a'.repeat(limit + 1))
  await page.reload()
}

describe('a signatory on a phone', () => {
  const fixture = servedBrowser()

  test('a drawing, by one finger only, is on its line before it counts, and is gone when cleared; Back skips a refused form', async () => {
    const { email, link } = await sendDocument(fixture.server.base, 'drawn')
    const page = await fixture.browser.newPage({
      baseURL: fixture.server.base,
      viewport: PHONE,
      locale: 'en-US',
    })
    await page.goto(link)
    await page.locator(`form[action="${link}/code"] button`).click()
    const { code } = await waitForMessage(fixture.server.base, email, (message) => Boolean(message.code))
    await page.locator('#code').fill('12')
    await page.locator(OPEN_BUTTON).click()
    await page.getByText(translate('en_US')('accounts.problem.code')).waitFor()
    await page.locator('#code').fill(code!)
    await page.locator(OPEN_BUTTON).click()
    await page.locator('[value="drawn"]').waitFor()
    // The browser does not offer to submit the refused form again.
    const ownUrl = page.url()
    await page.goBack()
    expect(page.url()).toBe(ownUrl)
    await expectReasonKept(page)
    await page.locator('[value="drawn"]').check()
    const pad = page.locator('[data-signature-pad]')
    await pad.scrollIntoViewIfNeeded()
    let box = (await pad.boundingBox())!
    await page.mouse.move(box.x + 30, box.y + 40)
    await page.mouse.down()
    for (let step = 1; step < 10; step++)
      await page.mouse.move(box.x + 30 + step * 20, box.y + 40 + (step % 3) * 10)
    await page.mouse.up()
    const preview = page.locator('[data-preview-drawn] path')
    const drawnPath = await preview.getAttribute('d')
    expect(drawnPath!.match(/L/g)!.length).toBeGreaterThan(5)
    await page.getByRole('button', { name: 'Clear' }).click()
    expect(await preview.getAttribute('d')).toBe('')
    const countStrokes = () => page.locator('[data-signature-pad] [data-stroke]').count()
    const strokes = async () => ((await preview.getAttribute('d')) ?? '').match(/M/g)?.length ?? 0
    await page.mouse.click(box.x + 30, box.y + 40, { button: 'right' })
    expect([await countStrokes(), await strokes()]).toEqual([0, 0])
    const fingers = await page.context().newCDPSession(page)
    const touch = (
      type: 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel',
      ...at: [number, number][]
    ) =>
      fingers.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: at.map(([x, y], id) => ({ x: box.x + x, y: box.y + y, id })),
      })
    await touch('touchStart', [30, 40])
    await touch('touchMove', [60, 40])
    await touch('touchStart', [60, 40], [200, 80])
    await touch('touchMove', [90, 40], [210, 80])
    await touch('touchEnd')
    expect([await countStrokes(), await strokes()]).toEqual([1, 1])
    await touch('touchStart', [30, 70])
    await touch('touchMove', [60, 70])
    await touch('touchCancel')
    expect([await countStrokes(), await strokes()]).toEqual([2, 2])
    await page.reload()
    expect(await page.locator('[value="drawn"]').isChecked()).toBe(true)
    expect([await countStrokes(), await strokes()]).toEqual([2, 2])
    await page.locator('[value="typed"]').check()
    await page.reload()
    expect(await page.locator('[value="typed"]').isChecked()).toBe(true)
    await page.locator('[value="drawn"]').check()
    await page.getByRole('button', { name: 'Clear' }).click()
    await page.locator(SIGN).click()
    await page.getByText('Draw, type or upload your signature first').waitFor()
    await page.locator('[value="drawn"]').check()
    await pad.scrollIntoViewIfNeeded()
    box = (await pad.boundingBox())!
    await touch('touchStart', [30, 70])
    await touch('touchMove', [60, 40])
    await touch('touchEnd')
    await page.locator(SIGN).click()
    await page
      .getByRole('heading', { level: 1, name: translate('en_US')('signing.signed.started.title') })
      .waitFor()
    expect(
      await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes('signature'))),
    ).toEqual([])
    await page.close()
  })
})

// Each language has its own server, because the test moves the server's clock forward.
describe.each(sampled(LOCALES, 3))('a signatory on a phone in %s', (locale: Locale) => {
  const fixture = servedBrowser()

  test('meets no dead end and loses no input', async () => {
    const { email, link } = await sendDocument(fixture.server.base, `phone-${LOCALES.indexOf(locale)}`)
    const t = translate(locale)
    const context = await fixture.browser.newContext({
      baseURL: fixture.server.base,
      viewport: PHONE,
      hasTouch: true,
      forcedColors: locale === 'zh_TW' ? ('active' as const) : ('none' as const),
    })
    const page = await context.newPage()
    const pageErrors = collectPageErrors(page)
    const heading = (key: MessageKey) =>
      page.getByRole('heading', { level: 1, name: t(key), exact: true }).waitFor()

    await page.goto(`${link}?locale=${locale}`)
    await heading('signing.entrance.started.title')
    expect(await page.locator('header nav, header a[href="/acct/register"]').count()).toBe(0)
    await failOnce(page, `form[action="${link}/code"] button`)
    await page.locator(`form[action="${link}/code"] button`).click()
    await heading('signing.entrance.codeTitle')
    await page.reload()
    await heading('signing.entrance.codeTitle')

    const firstMail = await waitForMessage(fixture.server.base, email, (message) => Boolean(message.code))
    await page.locator('#code').fill('12')
    await page.locator(OPEN_BUTTON).click()
    await page.getByText(t('accounts.problem.code')).waitFor()
    await page.goto(page.url())
    await heading('signing.entrance.codeTitle')
    // After an hour the code has expired, and a button requests another.
    await fixture.pass(HOUR)
    await page.locator('#code').fill(firstMail.code!)
    await page.locator(OPEN_BUTTON).click()
    await page.getByText(t('common.error.VERIFICATION_COED_ERROR')).waitFor()
    await page.locator(`form[action="${link}/code"] button`).click()
    await heading('signing.entrance.codeTitle')
    const isSecond = ({ id, code }: SentMessage) => Boolean(code) && id !== firstMail.id
    const { code } = await waitForMessage(fixture.server.base, email, isSecond)
    await page.locator('#code').fill(code!)
    await failOnce(page, OPEN_BUTTON)
    expect(await page.locator('#code').inputValue()).toBe(code)
    await page.locator(OPEN_BUTTON).click()
    await page.waitForURL(/\/signing\/[0-9a-f-]+$/)
    const ownUrl = page.url()

    const tab = await context.newPage()
    await tab.goto(link)
    expect(tab.url()).toBe(ownUrl)
    await tab.close()
    // Back does not lead to the completed form.
    await page.goBack()
    expect(page.url()).toBe(ownUrl)
    await page.goto(link)
    expect(page.url()).toBe(ownUrl)

    // With a Chinese name a phone first offers drawing.
    await page.locator('[value="typed"]').check()
    await page.locator('#typed').fill('Li Mei')
    expect(await page.locator('[data-preview-typed]').getAttribute('alt')).toBe('Li Mei')
    await fixture.pass(2 * HOUR)
    await failOnce(page, SIGN)
    expect(await page.locator('#typed').inputValue()).toBe('Li Mei')
    expect(await page.locator('[data-preview-typed]').getAttribute('alt')).toBe('Li Mei')
    await page.locator(SIGN).click()
    // A returned form scrolls to its place on the page, and so does the page after a redirect.
    await page.waitForURL(`${ownUrl}/signed#sign`)
    const top = await page.getByRole('heading', { level: 1 }).boundingBox()
    expect(top!.y).toBeLessThan(PHONE.height / 2)
    await page.reload()
    await heading('signing.signed.started.title')
    await page.goBack()
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.locator(SIGN).count()).toBe(0)
    await page.goto(`${ownUrl}/signature`)
    expect(page.url()).toBe(`${ownUrl}/signed`)
    await page.goto(link)
    expect(page.url()).toBe(`${ownUrl}/signed`)
    // The server does not respond while its clock is moved.
    const faults = /ERR_(INTERNET_DISCONNECTED|CONNECTION_REFUSED)|Failed to fetch/
    expect(pageErrors.filter((one) => !faults.test(one))).toEqual([])
    await context.close()
  })
})
