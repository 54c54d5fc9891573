import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { collectPageErrors, servedBrowser } from '#tests/support/browser.ts'
import { draftNda, logIn, messageIds } from '#tests/support/journey.ts'
import { waitForMessage } from '#tests/support/outbox.ts'
import { PHONE } from '#tests/support/walk.ts'

const fixture = servedBrowser()
const OUTSIDE = 'priya.nair@kestrel.example'

/** A browser of a demo account. */
async function browserOf(login: string) {
  const context = await fixture.browser.newContext({ baseURL: fixture.server.base, locale: 'en-US' })
  const { cookies } = await logIn(fixture.server.base, login)
  const url = fixture.server.base
  await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url })))
  return context.newPage()
}

/** Opens the link of the newest mail. A logged-in browser shows the document immediately. */
async function openMailedLink(page: Page, known: Set<string>) {
  const { base } = fixture.server
  const mail = await waitForMessage(base, OUTSIDE, ({ id, links }) => links.length > 0 && !known.has(id))
  await page.goto(new URL(mail.links[0]!).pathname)
  return mail
}

/** Logs in for the first time, by the access code from the mail. */
async function enter(page: Page, known: Set<string>) {
  const mail = await openMailedLink(page, known)
  await page.getByLabel(/^Email(?! language)/).fill(OUTSIDE)
  await page.locator('#captcha').fill('qishu')
  await page.getByLabel('Access code').fill(/access code: (\w{8})/.exec(mail.text)![1]!)
  await page.getByRole('button', { name: 'Enter with the access code' }).click()
  await page.getByRole('heading', { name: 'Your response' }).waitFor()
}

/** Proposes another wording for a clause in one language. */
async function propose(page: Page, place: string, side: 'zh' | 'en', added: string) {
  await page.goto(`${page.url().split(/[?#]/)[0]}?at=${place}&side=${side}`)
  const wording = page.getByLabel(
    side === 'en' ? 'What the English should say' : 'What the Chinese should say',
  )
  await wording.fill(`${await wording.inputValue()}${added}`)
  await page.getByRole('button', { name: 'Send proposal' }).click()
  await page.getByText(added).first().waitFor()
}

async function returnIt(page: Page, reasons: string) {
  await page.getByRole('link', { name: 'Reject and return…' }).click()
  await page.getByLabel('Reasons').fill(reasons)
  await page.getByRole('button', { name: 'Reject and return' }).click()
  await page.getByRole('heading', { name: 'You have returned the document' }).waitFor()
}

async function accept(page: Page) {
  await page.getByRole('link', { name: 'Accept all…' }).click()
  await page.getByRole('button', { name: 'Accept all' }).click()
  await page.getByText('You have accepted all').first().waitFor()
}

async function sendAgain(sender: Page, id: string) {
  await sender.goto(`/mgmt/${id}/invite-review`)
  await sender.getByRole('button', { name: 'Complete and initiate review' }).click()
  await sender.waitForURL(/review-doc$/)
}

test('a draft goes through three rounds, with a colleague and an external reviewer on a phone without script, and is finalised', async () => {
  const { base } = fixture.server
  const { id } = await draftNda(await logIn(base))
  const sender = await browserOf('demo_admin')
  const pageErrors = collectPageErrors(sender)
  const colleague = await browserOf('demo_member')
  const phone = await fixture.browser.newContext({
    baseURL: base,
    viewport: PHONE,
    hasTouch: true,
    javaScriptEnabled: false,
    locale: 'en-US',
  })
  const outside = await phone.newPage()
  const waitForText = (page: Page, words: string) => page.getByText(words).first().waitFor()

  // Chooses two reviewers in the editor: one from the team, one from the contacts.
  await sender.goto(`/mgmt/${id}/edit-doc`)
  await sender.locator('#open-menu').click()
  await sender.getByRole('menuitem', { name: 'Start review' }).click()
  await sender.getByRole('link', { name: 'Add internal reviewer' }).click()
  await sender.getByLabel('Colleague').selectOption({ index: 1 })
  await sender.getByRole('button', { name: 'Add', exact: true }).click()
  await waitForText(sender, 'Reviews, 3 of 3 left')
  await sender.getByRole('link', { name: 'Add external reviewer' }).click()
  await sender.getByRole('link', { name: /^Priya Nair/ }).click()
  await expect.poll(() => sender.getByLabel(/^Email(?! language)/).inputValue()).toBe(OUTSIDE)
  await sender.getByLabel('Email language').selectOption('en_US')
  await sender.getByRole('button', { name: 'Add', exact: true }).click()
  await sender.locator('main').getByText(OUTSIDE).waitFor()
  let knownIds = await messageIds(base, OUTSIDE)
  await sender.getByLabel('Message to the reviewers').fill('Please look at the term.')
  await sender.getByRole('button', { name: 'Complete and initiate review' }).click()
  await waitForText(sender, '0 of 2 have responded.')

  // Round one: the colleague comments and accepts; the reviewer on a phone proposes another wording and
  // returns the document.
  await colleague.goto('/mgmt/tasks')
  await colleague.getByRole('row').filter({ hasText: 'Review' }).getByRole('button').first().click()
  await colleague.waitForURL(new RegExp(`${id}/review-doc`))
  await colleague
    .getByRole('link', { name: /^Comment: / })
    .first()
    .click()
  await colleague.getByLabel('Your comment').fill('Is this the usual title?')
  expect(await colleague.getByLabel('Internal: only your team').isChecked()).toBe(true)
  await colleague.getByRole('button', { name: 'Send comment' }).click()
  await waitForText(colleague, 'Is this the usual title?')
  await accept(colleague)

  await enter(outside, knownIds)
  expect(await outside.getByText('Is this the usual title?').count()).toBe(0)
  const place = /at=([\w-]+)&side=en/.exec(
    (await outside.locator('a[id^="wording-en-"]').nth(3).getAttribute('href'))!,
  )![1]!
  await propose(outside, place, 'en', ' This lasts two years.')
  await returnIt(outside, 'The term is missing.')

  // The sender reads the reason, accepts the wording, and starts the next round.
  await sender.goto('/mgmt/my-docs')
  await sender.goto(`/mgmt/${id}/refund-doc`)
  await waitForText(sender, 'The term is missing.')
  await sender.locator('[data-walk]').getByRole('button', { name: 'Accept', exact: true }).click()
  await waitForText(sender, 'Accepted')
  await sender.goto(`/mgmt/${id}/comparison`)
  await sender.locator('ins', { hasText: 'This lasts two years.' }).waitFor()
  knownIds = await messageIds(base, OUTSIDE)
  await sendAgain(sender, id)

  // Round two: only one language has changed, so the other one must be changed too.
  await openMailedLink(outside, knownIds)
  await waitForText(outside, '1 change since round 1')
  await waitForText(outside, 'Only one language has changed')
  await propose(outside, place, 'zh', '有效期为二年。')
  await returnIt(outside, 'The Chinese should say so too.')
  // The colleague has not answered, and the sender decides.
  await sender.goto('/mgmt/tasks')
  await sender.goto(`/mgmt/${id}/review-doc`)
  await waitForText(sender, 'Priya Nair has returned the document')
  await sender.getByRole('button', { name: 'End the round now' }).click()
  await sender.waitForURL(/refund-doc$/)
  await sender.locator('[data-walk]').getByRole('button', { name: 'Accept', exact: true }).click()
  await expect
    .poll(() => sender.locator('[data-walk]').getByText('Accepted', { exact: true }).count())
    .toBe(2)
  knownIds = await messageIds(base, OUTSIDE)
  await sendAgain(sender, id)

  // Round three: both accept, and the document is finalised.
  await openMailedLink(outside, knownIds)
  await accept(outside)
  await colleague.goto(`/mgmt/${id}/review-doc`)
  await accept(colleague)
  await sender.goto(`/mgmt/${id}/view-doc`)
  await sender.getByRole('link', { name: 'Finalise' }).click()
  await sender.getByRole('button', { name: 'Finalise' }).click()
  await waitForText(sender, 'Initiate e-signing')
  expect(pageErrors).toEqual([])
  await phone.close()
})
