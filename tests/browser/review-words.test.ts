import { expect, test } from 'vitest'
import { servedBrowser } from '#tests/support/browser.ts'
import { draftNda, logIn } from '#tests/support/journey.ts'
import { waitForMessage } from '#tests/support/outbox.ts'

const fixture = servedBrowser()
const OUTSIDE = 'ines.ferreira@kestrel.example'

/** Opens a document under review in the browser of its reviewer. */
async function reviewing() {
  const { base } = fixture.server
  const client = await logIn(base)
  const { id } = await draftNda(client)
  const deadline = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  const fields = { name: 'Inês Ferreira', email: OUTSIDE, locale: 'en_US', reviews: 'yes' }
  await client.post(`/mgmt/${id}/reviewers?kind=external`, fields)
  await client.post(`/mgmt/${id}/invite-review`, { due: deadline, note: '' })
  const mail = await waitForMessage(base, OUTSIDE, ({ links }) => links.length > 0)
  const context = await fixture.browser.newContext({ baseURL: base, locale: 'en-US' })
  const page = await context.newPage()
  await page.goto(new URL(mail.links[0]!).pathname)
  await page.getByLabel(/^Email(?! language)/).fill(OUTSIDE)
  await page.locator('#captcha').fill('qishu')
  await page.getByLabel('Access code').fill(/access code: (\w{8})/.exec(mail.text)![1]!)
  await page.getByLabel('Access code').press('Enter')
  await page.getByRole('heading', { name: 'Your response' }).waitFor()
  return { page, context }
}

test('unsent text survives another form, a reload and a network failure, and blocks the answer', async () => {
  const { page, context } = await reviewing()
  const ownUrl = page.url()
  const reasons = page.getByLabel('Reasons')
  const words = page.getByLabel('Your comment')
  const comment = () =>
    page
      .getByRole('link', { name: /^Comment: / })
      .nth(2)
      .click()
  const ownComment = page.getByText('Too long a term', { exact: true })

  const answer = async (how: 'Accept all' | 'Reject and return') => {
    await page.getByRole('link', { name: `${how}…` }).click()
    await page.getByRole('button', { name: how }).click()
  }
  await page.getByRole('link', { name: 'Reject and return…' }).click()
  await reasons.fill('The term is')
  await page.reload()
  expect(await reasons.inputValue()).toBe('The term is')
  await page.getByRole('link', { name: 'Back to the document' }).click()
  await comment()
  await words.fill('Too long a term')
  await page.reload()
  expect(await words.inputValue()).toBe('Too long a term')

  // An unsent comment prevents the answer, and the page gives the reason.
  await answer('Accept all')
  await page.getByRole('alert').getByText('You have not sent this yet').waitFor()
  const hasFocus = () => words.evaluate((area) => area === document.activeElement)
  expect(await hasFocus()).toBe(true)

  // The same for unsent text in closed forms: the forms open one by one, in their order.
  const at = (nth: number) => page.getByRole('link', { name: /^Comment: / }).nth(nth)
  for (const nth of [1, 0]) {
    await at(nth).click()
    await expect.poll(() => words.inputValue()).toBe('')
    await words.fill(`About ${nth}`)
  }
  await at(8).click()
  await expect.poll(() => words.inputValue()).toBe('')
  for (const [how, begun] of [
    ['Accept all', 'About 0'],
    ['Reject and return', 'About 1'],
    ['Accept all', 'Too long a term'],
  ] as const) {
    await answer(how)
    await page.getByRole('alert').getByText('You have not sent this yet').waitFor()
    expect([await words.inputValue(), await hasFocus()]).toEqual([begun, true])
    if (begun === 'Too long a term') break
    await page.getByRole('link', { name: 'Cancel' }).click()
    await words.waitFor({ state: 'detached' })
    await page.waitForLoadState()
  }

  // No text is lost offline: the form is filled when its page loads again.
  const form = page.url()
  await page.route('**/comments', (route) => route.abort('internetdisconnected'))
  const failedRequest = page.waitForEvent('requestfailed')
  await page.getByRole('button', { name: 'Send comment' }).click()
  await failedRequest
  await page.unroute('**/comments')
  await page.goto(form)
  expect(await words.inputValue()).toBe('Too long a term')
  await page.getByRole('button', { name: 'Send comment' }).click()
  await ownComment.waitFor()
  expect(await ownComment.count()).toBe(1)

  // Neither sent nor cancelled text is stored.
  await comment()
  expect(await words.inputValue()).toBe('')
  await words.fill('Never mind')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await words.waitFor({ state: 'detached' })
  await page.waitForLoadState()
  await comment()
  await words.waitFor()
  expect(await words.inputValue()).toBe('')
  await page.getByRole('link', { name: 'Reject and return…' }).click()
  expect(await reasons.inputValue()).toBe('The term is')
  await page.getByRole('link', { name: 'Back to the document' }).click()

  // The next person who uses this browser does not see the text.
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.waitForURL('**/review/login')
  expect(await page.evaluate(() => Object.keys(sessionStorage).join())).not.toContain('said')
  await page.goto(ownUrl)
  await page.getByText('Open this page from the link in your email.').waitFor()
  await context.close()
})
