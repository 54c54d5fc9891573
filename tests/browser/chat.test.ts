import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { collectPageErrors, servedBrowser } from '#tests/support/browser.ts'
import { logIn } from '#tests/support/journey.ts'
import { jpeg, png } from '#tests/support/pictures.ts'

const fixture = servedBrowser()

async function pageOf(login: string | null, path: string): Promise<Page> {
  const url = fixture.server.base
  const context = await fixture.browser.newContext({ baseURL: url, locale: 'en-US' })
  await context.addCookies([{ name: 'locale', value: 'en_US', url }])
  if (login) {
    const { cookies } = await logIn(url, login)
    await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url })))
  }
  const page = await context.newPage()
  await page.goto(path)
  return page
}

const send = async (page: Page, words: string) => {
  await page.locator('#words').fill(words)
  await page.locator('[data-island=chat]').getByRole('button', { name: 'Send' }).click()
}
const pictureSeen = (page: Page) =>
  page
    .locator('#thread img')
    .last()
    .evaluate(async (img: HTMLImageElement) => {
      img.loading = 'eager'
      await img.decode()
      return img.naturalWidth
    })

test('a customer and the desk send each other text and pictures without reloading', async () => {
  const customerPage = await pageOf('demo_free', '/mgmt/online-service')
  const desk = await pageOf('desk_agent', '/desk/chat')
  const pageErrors = [customerPage, desk].flatMap(collectPageErrors)
  const readLoadTime = () => customerPage.evaluate(() => performance.timeOrigin)
  const firstLoad = await readLoadTime()
  await desk.locator('#queue tr', { hasText: 'Hannah Weiss' }).getByRole('link').click()
  const picker = customerPage.locator('[data-island=chat] input[type=file]')
  await picker.setInputFiles({ name: 'phone.jpg', mimeType: 'image/jpeg', buffer: jpeg({ planted: true }) })
  await send(customerPage, 'This one')
  for (const page of [customerPage, desk]) {
    await page.locator('#thread').getByText('phone.jpg').waitFor()
    // The photograph is rotated, and its cleaned copy still contains the orientation.
    expect(await pictureSeen(page)).toBe(6)
  }
  await customerPage.locator('[data-sending]').waitFor({ state: 'detached' })

  await customerPage.locator('#thread').getByText('not read yet').first().waitFor({ state: 'hidden' })
  await customerPage.locator('#words').pressSequentially('And')
  await desk.getByText('The other side is typing…').waitFor()
  await customerPage.locator('#words').fill('')
  await desk
    .locator('[data-island=chat] input[type=file]')
    .setInputFiles({ name: 'mark.png', mimeType: 'image/png', buffer: png() })
  await send(desk, 'Here')
  await customerPage.locator('#thread').getByText('mark.png').waitFor()
  expect(await pictureSeen(customerPage)).toBe(3)

  await picker.setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') })
  await send(customerPage, 'Not this')
  await customerPage.getByText('Only PNG, JPG, JPEG or GIF pictures and PDF files are accepted').waitFor()
  await customerPage.getByRole('button', { name: 'Change it' }).click()
  expect(await customerPage.locator('#words').inputValue()).toBe('Not this')
  expect([await readLoadTime(), pageErrors]).toEqual([firstLoad, []])

  await desk.locator('#reply').fill('询问详情')
  await desk.locator('#reply').press('Enter')
  const readyReply = await desk.locator('#words').inputValue()
  const changedReply = readyReply.replace(' ', ' kindly ')
  await desk.locator('#words').fill(changedReply)
  await desk.reload()
  await desk.locator('[data-island=chat] #words').waitFor()
  expect([changedReply === readyReply, await desk.locator('#words').inputValue()]).toEqual([
    false,
    changedReply,
  ])
  for (const page of [customerPage, desk]) await page.context().close()
})

test('a pasted text that is too long stays whole, and says how long it is', async () => {
  const customerPage = await pageOf('demo_free', '/mgmt/online-service')
  await customerPage.locator('[data-island=chat] #words').fill('x'.repeat(2001))
  await customerPage.getByText('2001 characters; at most 2000 can be sent').waitFor()
  await customerPage.locator('[data-island=chat]').getByRole('button', { name: 'Send' }).click()
  expect((await customerPage.locator('#words').inputValue()).length).toBe(2001)
  await send(customerPage, 'Short')
  await customerPage.locator('#thread').getByText('Short').waitFor()
  await customerPage.context().close()
})

test('messages sent while the connection is lost arrive once, in order, when it is back', async () => {
  const customerPage = await pageOf('demo_free', '/mgmt/online-service')
  await customerPage.context().setOffline(true)
  const words = ['first', 'second', 'third'].map((one) => `Offline, ${one}`)
  for (const one of words) await send(customerPage, one)
  await expect.poll(() => customerPage.locator('[data-sending=waiting]').count()).toBe(3)
  await customerPage.context().setOffline(false)
  await customerPage.locator('[data-sending]').last().waitFor({ state: 'detached' })
  const shownTexts = await customerPage.locator('#thread li').allInnerTexts()
  expect(shownTexts.filter((one) => one.includes('Offline')).map((one) => one.split('\n').at(-1))).toEqual(
    words,
  )
  await customerPage.context().close()
})

test('an unsent message is sent once after a reload, and is deleted at logout', async () => {
  const customerPage = await pageOf('demo_free', '/mgmt/online-service')
  const down = (route: {
    abort: () => Promise<void>
    fallback: () => Promise<void>
    request: () => { method: () => string }
  }) => (route.request().method() === 'POST' ? route.abort() : route.fallback())
  await customerPage.route('**/mgmt/online-service*', down)
  await send(customerPage, 'Through the tunnel')
  await customerPage.locator('[data-sending=waiting]').waitFor()
  await customerPage.reload()
  await customerPage.locator('[data-sending]').getByText('Through the tunnel').waitFor()
  await customerPage.unroute('**/mgmt/online-service*', down)
  await customerPage.reload()
  await customerPage.locator('#thread').getByText('Through the tunnel').waitFor()
  await customerPage.locator('[data-sending]').waitFor({ state: 'detached' })
  await customerPage.reload()
  await customerPage.waitForTimeout(500)
  expect(await customerPage.locator('main').getByText('Through the tunnel').count()).toBe(1)

  await customerPage.route('**/mgmt/online-service*', down)
  await send(customerPage, 'Never sent')
  await customerPage.locator('[data-sending=waiting]').waitFor()
  await customerPage.locator('#words').fill('Half a')
  const storedText = () =>
    customerPage.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('outbox')).length)
  const storedBefore = await storedText()
  await customerPage.locator('form[action="/logout"] button').first().click()
  await customerPage.waitForURL('**/acct/login*')
  expect([storedBefore, await storedText()]).toEqual([2, 0])
  await customerPage.context().close()
})

test('scrolling up loads earlier messages without moving the visible ones', async () => {
  const customerPage = await pageOf('demo_free', '/mgmt/online-service')
  const pageErrors = collectPageErrors(customerPage)
  await send(customerPage, 'Line 0.')
  const desk = await pageOf('desk_agent', '/desk/chat')
  await desk.locator('#queue tr', { hasText: 'Hannah Weiss' }).getByRole('link').click()
  await desk.waitForURL(/chat\/./)
  const conversation = desk.url()
  // With an open page each line would be shown immediately.
  for (const page of [customerPage, desk]) await page.goto('about:blank')
  for (let n = 1; n <= 55; n++)
    await desk.request.post(`${conversation}/answer`, {
      multipart: { words: `Line ${n}.` },
      headers: { origin: fixture.server.base },
      maxRedirects: 0,
    })
  await customerPage.goto('/mgmt/online-service')
  const box = customerPage.getByRole('region', { name: 'Messages' })
  const line = (n: number) => box.getByText(`Line ${n}.`, { exact: true })
  await customerPage.waitForTimeout(500)
  // The list is scrolled to its end, so no earlier messages are requested.
  expect([await line(6).count(), await line(5).count()]).toEqual([1, 0])
  const placeOf = (n: number) => line(n).evaluate((element) => element.getBoundingClientRect().top)
  const jump = () =>
    line(6).evaluate((element) => {
      element.closest('section')!.scrollTop -= 1e6
      return element.getBoundingClientRect().top
    })
  const jumpBefore = await jump()
  await line(2).waitFor({ state: 'attached' })
  expect(Math.abs((await placeOf(6)) - jumpBefore)).toBeLessThan(60)
  await send(customerPage, 'Line 56.')
  await line(56).waitFor({ state: 'attached' })
  await customerPage.locator('[data-sending]').waitFor({ state: 'detached' })
  const allTexts = await box.locator('li').allInnerTexts()
  const numbers = allTexts.map((one) => Number(/Line (\d+)\./.exec(one)?.[1])).filter(Boolean)
  expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, n) => 57 - numbers.length + n))
  expect([numbers.length > 50, pageErrors]).toEqual([true, []])
  for (const page of [customerPage, desk]) await page.context().close()
})

test('a visitor and the desk talk, after one captcha and without an account', async () => {
  const visitor = await pageOf(null, '/online-service')
  const pageErrors = collectPageErrors(visitor)
  await visitor.locator('#words').fill('Do you ship to Chengdu?')
  // The script of the field loads a moment after the field.
  const storedText = () =>
    visitor.evaluate(() => JSON.stringify(sessionStorage).includes('Do you ship to Chengdu?'))
  await expect.poll(storedText).toBe(true)
  await visitor.reload()
  await expect.poll(() => visitor.locator('#words').inputValue()).toBe('Do you ship to Chengdu?')
  await visitor.locator('#name').fill('Mei')
  await visitor.locator('#email').fill('mei@visitor.example')
  await visitor.locator('#captcha').fill('qishu')
  await visitor.locator('main form .btn-primary').click()
  await visitor.locator('#thread').getByText('Do you ship to Chengdu?').waitFor()
  // A sent message is neither in the field nor in the browser's storage.
  const readStored = () =>
    visitor.evaluate(() => Object.keys(sessionStorage).filter((key) => /said|outbox/.test(key)))
  await expect.poll(readStored).toEqual([])
  const desk = await pageOf('desk_agent', '/desk/chat')
  await desk.locator('#queue tr', { hasText: 'Mei' }).getByRole('link').click()
  await send(desk, 'To every city.')
  await visitor.locator('#thread').getByText('To every city.').waitFor()
  await send(visitor, 'Thank you')
  await desk.locator('#thread').getByText('Thank you').waitFor()
  expect(pageErrors).toEqual([])
  for (const page of [visitor, desk]) await page.context().close()
})

test('staff’s draft of a message stays when another form is sent, and is deleted when its own form is sent', async () => {
  const desk = await pageOf('desk_agent', '/desk/feedback')
  await desk.locator('td a').first().click()
  const answer = desk.locator('#answer')
  const note = desk.locator('#note')
  await answer.fill('Thank you, we look into')
  await note.fill('Ask the printers')
  await desk.locator('form[action$="/owner"] button').click()
  await desk.locator('.alert-success [role=status]').waitFor()
  expect([await answer.inputValue(), await note.inputValue()]).toEqual([
    'Thank you, we look into',
    'Ask the printers',
  ])
  await desk.locator('form[action$="/note"] button').click()
  await desk.getByText('Ask the printers', { exact: true }).waitFor()
  expect([await answer.inputValue(), await note.inputValue()]).toEqual(['Thank you, we look into', ''])
  await desk.context().close()
})

test('an unsent text stays when another form of the account is refused or done', async () => {
  const desk = await pageOf('desk_agent', '/desk/accounts')
  await desk.locator('td a', { hasText: 'Hannah' }).click()
  const ground = desk.locator('#ground')
  const reason = desk.locator('#reason')
  await desk.locator('details:has(#ground) summary').click()
  await ground.fill('Letter of 3 November')
  await reason.fill('A mistake')
  const confirm = desk.locator('form[action$="/state"] button')
  await confirm.click()
  await desk.locator('#stateAction[aria-invalid="true"]').waitFor()
  expect([await ground.inputValue(), await reason.inputValue()]).toEqual([
    'Letter of 3 November',
    'A mistake',
  ])
  for (const action of ['exception', 'restore']) {
    await desk.locator('#stateAction').selectOption(action)
    await reason.fill(`Test of ${action}`)
    await confirm.click()
    await desk.getByText(`Test of ${action}`, { exact: true }).waitFor()
    expect([await ground.inputValue(), await reason.inputValue()]).toEqual(['Letter of 3 November', ''])
  }
  await desk.context().close()
})

test('open pages show the new handler of a chat; answering a colleague’s chat asks first', async () => {
  const firstPage = await pageOf('desk_agent', '/desk/chat')
  await firstPage.locator('#queue tr', { hasText: 'Hannah Weiss' }).getByRole('link').click()
  await firstPage.locator('#holder').waitFor()
  const takeButton = firstPage.getByRole('button', { name: 'Assign to me', exact: true })
  if (await takeButton.isVisible()) await takeButton.click()
  await firstPage.locator('#holder').getByText('You are handling this.').waitFor()
  const secondPage = await pageOf('desk_lead', new URL(firstPage.url()).pathname)
  const pageErrors = [firstPage, secondPage].flatMap(collectPageErrors)
  const holder = (page: Page) => page.locator('#holder')
  await holder(secondPage).getByText('is handling this. Ask them').waitFor()
  await secondPage.locator('#words').fill('Draft of an answer')
  await secondPage.locator('[data-island=chat]').getByRole('button', { name: 'Send' }).click()
  await secondPage.getByText('Your reply has not been sent yet.').waitFor()
  await secondPage.getByRole('button', { name: 'Take over and send' }).click()
  for (const page of [firstPage, secondPage])
    await page.locator('#thread').getByText('Draft of an answer').waitFor()
  await holder(secondPage).getByText('You are handling this.').waitFor()
  await holder(firstPage).getByText('is handling this. Ask them').waitFor()
  await send(firstPage, 'One more thing')
  await firstPage.getByRole('button', { name: 'Reply anyway' }).click()
  await secondPage.locator('#thread').getByText('One more thing').waitFor()
  await send(firstPage, 'And another')
  await secondPage.locator('#thread').getByText('And another').waitFor()
  await secondPage.getByRole('button', { name: 'End the chat…' }).click()
  await secondPage.getByRole('dialog').getByRole('button', { name: 'End the chat' }).click()
  await holder(firstPage).getByText('This is finished.').waitFor()
  expect(pageErrors.filter((one) => !one.includes('409'))).toEqual([])
  for (const page of [firstPage, secondPage]) await page.context().close()
})
