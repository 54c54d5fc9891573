import type { Page } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { collectPageErrors, servedBrowser } from '#tests/support/browser.ts'
import { newRemoteClient } from '#tests/support/client.ts'
import { draftNda } from '#tests/support/journey.ts'
import { waitForMessage } from '#tests/support/outbox.ts'
import { PHONE } from '#tests/support/walk.ts'

const fixture = servedBrowser()
let page: Page

beforeAll(async () => {
  page = await fixture.browser.newPage({ baseURL: fixture.server.base })
})

const focusedName = () =>
  page.evaluate(() => {
    const activeElement = document.activeElement
    return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent?.trim() ?? ''
  })
const focused = () => page.evaluate(() => document.activeElement?.id ?? '')

/** Presses Tab until the element has the focus; fails if a keyboard cannot reach it. */
async function tabTo(id: string) {
  for (let presses = 0; presses < 80; presses++) {
    if ((await focused()) === id) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`the keyboard does not reach #${id}`)
}

async function type(id: string, text: string) {
  await tabTo(id)
  await page.keyboard.type(text)
}

async function pressButton(name: string | RegExp) {
  const isNamed = (text: string) => (typeof name === 'string' ? text === name : name.test(text))
  for (let presses = 0; presses < 80; presses++) {
    if (isNamed(await focusedName())) return page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
  }
  throw new Error(`the keyboard does not reach “${name}”`)
}

// The tests depend on each other, in order.
describe('by keyboard alone', { shuffle: false }, () => {
  test('a person registers by keyboard alone, through the fields in their order', async () => {
    const pageErrors = collectPageErrors(page)
    await page.goto('/acct/register?locale=en_US')
    await type('username', 'keyboard_only')
    await type('password', 'Lantern77x')
    await type('confirmPassword', 'Lantern77x')
    await type('email', 'keys@harbour.example')
    await type('captcha', 'qishu')
    await pressButton('Get code')
    const { code } = await waitForMessage(fixture.server.base, 'keys@harbour.example', (mail) =>
      Boolean(mail.code),
    )
    await page.getByText('A code is on its way').waitFor()
    await type('code', code!)
    await type('companyName', 'Harbour Pilots')
    await type('department', 'Watch')
    await type('name', 'Kay Board')
    await tabTo('identity')
    await page.keyboard.press('c')
    await tabTo('agreement')
    await page.keyboard.press('Space')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/mgmt/home*')
    expect(pageErrors).toEqual([])
  })

  test('a newcomer gets the tour once, in a wide enough window, and leaves it for good with Escape', async () => {
    const tour = page.locator('.driver-popover')
    await tour.getByText('1 of 5').waitFor()
    await page.keyboard.press('Tab')
    expect(await tour.locator(':focus').evaluate((one) => getComputedStyle(one).outlineStyle)).toBe('solid')
    await page.keyboard.press('Escape')
    await tour.waitFor({ state: 'detached' })
    await expect.poll(focusedName).toBe('Create New')
    await page.reload()
    await page.locator('button[data-tour]:not([hidden])').waitFor()
    expect(await page.locator('[data-tour-first]').count()).toBe(0)
  })

  test('a refused registration moves the focus to its first fault, however far above the button', async () => {
    const ownPage = page
    page = await fixture.browser.newPage({
      baseURL: fixture.server.base,
      viewport: { width: 390, height: 600 },
    })
    await page.goto('/acct/register?locale=en_US')
    const send = page.locator('#register-form > div > button[type="submit"]')
    const onScreen = (id: string) =>
      page.locator(`#${id}`).evaluate((box) => {
        const { top, bottom } = box.getBoundingClientRect()
        return top >= 0 && bottom <= innerHeight
      })
    for (const [id, text, next] of [
      ['password', 'iloveyou1', 'username'],
      ['username', 'careful_one', 'name'],
      ['name', 'Carla Full', 'password'],
    ]) {
      await page.locator(`#${id}`).fill(text!)
      await send.click()
      await expect.poll(focused).toBe(next)
      expect([next, await onScreen(next!)]).toEqual([next, true])
    }
    expect(await page.locator('#password-note').textContent()).toContain('it is a common word')
    await page.keyboard.type('Lantern77x')
    expect(await page.locator('#password').inputValue(), 'typed over the refused one').toBe('Lantern77x')
    await page.close()
    page = ownPage
  })

  /** Opens a dialog, closes it with Escape, and expects the focus to return. */
  async function askAndLeave(button: string) {
    await pressButton(button)
    await page.locator('dialog[open]').waitFor()
    expect(await page.evaluate(() => Boolean(document.activeElement?.closest('dialog')))).toBe(true)
    await page.keyboard.press('Escape')
    await page.locator('dialog[open]').waitFor({ state: 'hidden' })
    expect(await focusedName()).toBe(button)
  }

  test('finalises by keyboard alone', async () => {
    const client = newRemoteClient(fixture.server.base)
    for (const { name, value } of await page.context().cookies()) client.cookies.set(name, value)
    // A company must enter its identity before it can send documents.
    const company = await (await client.get('/mgmt/acct-info/company')).text()
    const [, version] = /name="version" value="(\d+)"/.exec(company)!
    const facts = { version: version!, companyName: 'Jade Trading', address: '88 Nanjing Road' }
    expect((await client.post('/mgmt/acct-info/company', facts)).status).toBe(303)
    const { id } = await draftNda(client)
    await page.goto(`/mgmt/${id}/edit-doc`)
    await page.locator('#finalise.btn-primary').waitFor()
    await askAndLeave('Finalise')
    await page.keyboard.press('Enter')
    await page.locator('dialog[open]').waitFor()
    await pressButton('Finalise')
    await page.waitForURL('**/view-doc')
    // A document can be sent for signing once its file is printed.
    await expect.poll(async () => (await client.get(`/mgmt/${id}/final.pdf`)).status).toBe(200)
  })

  test('prepares the signing by keyboard alone, including the order', async () => {
    await pressButton('Initiate e-signing')
    await page.waitForURL('**/sign-setting*')
    const secondRow = page.locator('tbody tr').nth(1)
    await pressButton('Move 陈莲 Chen Lian down')
    await secondRow.locator('input[value="陈莲 Chen Lian"]').waitFor()
    await expect.poll(focusedName).toBe('Move 陈莲 Chen Lian up')
    // Tab skips the button while the pages are being rendered.
    await page.locator('button:enabled', { hasText: 'Start signing' }).waitFor()
    await askAndLeave('Start signing')
    await page.keyboard.press('Enter')
    await page.locator('dialog[open]').waitFor()
    await authorise()
    await page.locator('button:enabled', { hasText: 'Start signing' }).waitFor()
    await pressButton('Start signing')
    await page.locator('dialog[open]').waitFor()
    await pressButton('Confirm')
    await page.waitForURL(/\/signing(\?|$)/)
  })

  async function authorise() {
    await pressButton('Authorise')
    await page.waitForURL('**/choice?*')
    await pressButton(/^As an individual/)
    await page.waitForURL('**/individual?*')
    await type('number', '110101199003077758')
    await tabTo('numberConsent')
    await page.keyboard.press('Space')
    await tabTo('consent')
    await page.keyboard.press('Space')
    await tabTo('accept')
    await page.keyboard.press('Space')
    await pressButton('Authorise')
    await page.waitForURL('**/sign-setting')
  }

  test('signs by keyboard alone, starting from the mail', async () => {
    const { links } = await waitForMessage(fixture.server.base, 'oliver@kestrel.example', (mail) =>
      mail.links.some((link) => link.includes('/sign/')),
    )
    const ownPage = page
    page = await fixture.browser.newPage({ baseURL: fixture.server.base, locale: 'en-US' })
    await page.goto(`${links[0]}?locale=en_US`)
    await pressButton('Send a code to ol***@kestrel.example')
    const { code } = await waitForMessage(fixture.server.base, 'oliver@kestrel.example', (mail) =>
      Boolean(mail.code),
    )
    await type('code', code!)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/signing/*')
    await pressButton('Sign')
    await page.getByText('You have signed').waitFor()
    await page.close()
    page = ownPage
  })

  test('a dialog opens, closes by Escape and restores the focus', async () => {
    await page.goto('/mgmt/acct-info?locale=en_US')
    await pressButton('Edit profile')
    await page.locator('dialog[open]').waitFor()
    expect(await page.evaluate(() => Boolean(document.activeElement?.closest('dialog')))).toBe(true)
    await page.keyboard.press('Escape')
    await page.locator('dialog[open]').waitFor({ state: 'hidden' })
    expect(await page.evaluate(() => document.activeElement?.textContent?.trim())).toBe('Edit profile')
  })

  test('gets the tour in five steps, from the help of any page, and leaves it for good with Escape', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto('/mgmt/tasks?locale=en_US')
    await pressButton('Help')
    await pressButton('Guided tour')
    const step = page.locator('.driver-popover')
    const titles: string[] = []
    for (let n = 1; n <= 5; n++) {
      await step.getByText(`${n} of 5`).waitFor()
      titles.push((await step.locator('.driver-popover-title').textContent())!)
      expect(await page.evaluate(() => document.activeElement?.closest('.driver-popover') !== null)).toBe(
        true,
      )
      // The pad ignores a key that is pressed in the same frame as a drawn step, which no person can do.
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))))
      if (n < 5) await page.keyboard.press('ArrowRight')
    }
    expect(titles).toEqual(['Start a document', 'Template Library', 'Free demo', 'My Documents', 'Help'])
    await page.keyboard.press('Escape')
    await step.waitFor({ state: 'detached' })
    expect(await focusedName()).toBe('Guided tour')
    expect(new URL(page.url()).searchParams.has('tour')).toBe(false)
  })

  test('a tour started at the bottom of a smoothly scrolling page shows the element that it explains, next to it', async () => {
    await page.emulateMedia({ reducedMotion: null })
    await page.setViewportSize({ width: 1280, height: 500 })
    await pressButton('Guided tour')
    const step = page.locator('.driver-popover')
    await step.getByText('1 of 5').waitFor()
    const boxOf = async (what: string) => (await page.locator(what).boundingBox())!
    const isBeside = async () => {
      const tour = await boxOf('.driver-popover')
      const elementBox = await boxOf('[data-tour-at].driver-active-element')
      const overlaps = tour.y < elementBox.y + elementBox.height && elementBox.y < tour.y + tour.height
      return elementBox.y >= 0 && tour.y >= 0 && (!overlaps || tour.x + tour.width <= elementBox.x)
    }
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeGreaterThan(700)
    await expect.poll(isBeside, { timeout: 5000 }).toBe(true)
    await page.keyboard.press('Escape')
    await step.waitFor({ state: 'detached' })
    await page.setViewportSize({ width: 1280, height: 720 })
  })

  test('a draft is deleted from its row by keyboard alone, after a confirmation, and restored', async () => {
    const client = newRemoteClient(fixture.server.base)
    for (const { name, value } of await page.context().cookies()) client.cookies.set(name, value)
    await draftNda(client)
    const list = '/mgmt/my-docs?keyword=QS&sort=name&locale=en_US'
    await page.goto(list)
    const drafts = page.locator('tr:has(a[href$="/edit-doc"])')
    const menu = (await drafts.locator('summary').getAttribute('aria-label'))!
    const doubt: (() => Promise<void>)[] = [() => page.keyboard.press('Escape'), () => pressButton('Cancel')]
    for (const leave of doubt) {
      await pressButton(menu)
      await pressButton('Delete')
      await page.locator('dialog[open]').waitFor()
      await leave()
      await page.locator('dialog[open]').waitFor({ state: 'hidden' })
      expect(await focusedName()).toBe(menu)
    }
    await page.keyboard.press('Enter')
    await pressButton('Delete')
    await page.locator('dialog[open]').waitFor()
    await pressButton('Delete')
    await page.getByText('was deleted').waitFor()
    expect(new URL(page.url()).search).toContain('keyword=QS&sort=name')
    expect(await drafts.count()).toBe(0)
    await pressButton('Undo')
    await page.getByText('restored').waitFor()
    expect(await drafts.count()).toBe(1)
  })

  test('the skip link comes first, and leads to the content', async () => {
    await page.goto('/mgmt/my-docs')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('href'))).toBe('#main')
    const isShown = await page.evaluate(() => document.activeElement!.getBoundingClientRect().width > 40)
    expect(isShown).toBe(true)
  })

  test('the notice about small screens closes by its buttons, not by Escape; a toast’s text stays in the page after the toast', async () => {
    await page.clock.install()
    await page.setViewportSize(PHONE)
    await page.goto('/mgmt/home')
    await page.locator('#narrow-notice[open]').waitFor()
    await page.clock.pauseAt(Date.now() + 60_000)
    await pressButton('Copy link')
    const toast = page.locator('#toasts[role="status"]').getByText('Link copied')
    await toast.waitFor()
    const width = () => toast.evaluate((note) => note.getBoundingClientRect().width)
    expect(await width()).toBeGreaterThan(40)
    await page.clock.fastForward(1500)
    await expect.poll(width).toBeLessThan(2)
    expect(await toast.count()).toBe(1)
    await page.evaluate(() => sessionStorage.clear())
    await page.reload()
    await page.locator('#narrow-notice[open]').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    expect(await page.locator('#narrow-notice[open]').count()).toBe(1)
    await pressButton('Continue with limited features')
    await page.locator('#narrow-notice[open]').waitFor({ state: 'hidden' })
    await page.getByRole('link', { name: 'My Documents' }).click()
    await page.waitForURL('**/mgmt/my-docs*')
    // Wherever a row is on the screen, a click reaches the visible element.
    const covered = await page.evaluate(() =>
      [...document.querySelectorAll('td :is(summary, a.btn)')].flatMap((button) =>
        (['start', 'center', 'end'] as const).filter((block) => {
          button.scrollIntoView({ block, behavior: 'instant' })
          const { x, y, width, height } = button.getBoundingClientRect()
          return !button.contains(document.elementFromPoint(x + width / 2, y + height / 2))
        }),
      ),
    )
    expect(await page.locator('td summary').count()).toBeGreaterThan(1)
    expect(covered).toEqual([])
  })
})
