import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { collectPageErrors, servedBrowser } from '#tests/support/browser.ts'
import { draftNda, logIn, messageIds } from '#tests/support/journey.ts'
import { focused, keyboardOf } from '#tests/support/keys.ts'
import { waitForMessage } from '#tests/support/outbox.ts'

const LONG = process.env.LONG === '1'
const fixture = servedBrowser()
const OUTSIDE = 'priya.nair@kestrel.example'
/** Smooth scrolling would delay the final position of the focused element. */
const REDUCED_MOTION = { reducedMotion: 'reduce' } as const
const SMALL_WINDOW = { width: 360, height: 740 }

async function browserOf(login: string) {
  const context = await fixture.browser.newContext({
    baseURL: fixture.server.base,
    locale: 'en-US',
    ...REDUCED_MOTION,
  })
  const { cookies } = await logIn(fixture.server.base, login)
  const url = fixture.server.base
  await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url })))
  return context.newPage()
}

const waitForText = (page: Page, words: string) => page.getByText(words).first().waitFor()
const mailed = (known: Set<string>, what: (mail: { links: string[]; code?: string }) => boolean) =>
  waitForMessage(fixture.server.base, OUTSIDE, (mail) => !known.has(mail.id) && what(mail))

test.runIf(LONG)(
  'creator, colleague and an external reviewer on a narrow screen complete a review by keyboard alone',
  async () => {
    const { base } = fixture.server
    const { id } = await draftNda(await logIn(base))
    const sender = await browserOf('demo_admin')
    const colleague = await browserOf('demo_member')
    const context = await fixture.browser.newContext({
      baseURL: base,
      viewport: SMALL_WINDOW,
      locale: 'en-US',
      ...REDUCED_MOTION,
    })
    const outside = await context.newPage()
    const pageErrors = [sender, colleague, outside].map(collectPageErrors)
    const faults: string[] = []
    const [creator, inside, stranger] = [sender, colleague, outside].map((page) => keyboardOf(page, faults))
    const at = async (page: Page) => (await focused(page)).id
    const fits = async () => {
      const overflowWidth = await outside.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect([outside.url(), overflowWidth]).toEqual([outside.url(), 0])
    }

    // Continues from the editor to the reviewers.
    await sender.goto(`/mgmt/${id}/edit-doc`)
    await creator!.press('More about this document')
    await sender.locator('[role="menuitem"]:focus').waitFor()
    for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await creator!.key(key)
    await sender.waitForURL('**/invite-review*')
    await creator!.press('Add internal reviewer')
    await sender.locator('dialog[open] #account').waitFor()
    await creator!.key('Escape')
    await sender.locator('dialog[open]').waitFor({ state: 'hidden' })
    expect((await focused(sender)).name).toBe('Add internal reviewer')
    await creator!.key('Enter')
    await sender.locator('dialog[open] #account').waitFor()
    await expect.poll(() => at(sender)).toBe('account')
    for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await creator!.key(key)
    await creator!.press('Add')
    await waitForText(sender, 'Reviews, 3 of 3 left')
    // A newly added reviewer has the focus.
    await expect.poll(async () => (await focused(sender)).name).toContain('周远')
    await creator!.press('Add external reviewer')
    await sender.locator('dialog[open] #name').waitFor()
    await creator!.type('name', 'Priya Nair')
    await creator!.type('email', OUTSIDE)
    await creator!.press('Add')
    await sender.locator('main').getByText(OUTSIDE).waitFor()
    let knownIds = await messageIds(base, OUTSIDE)
    await creator!.type('note', 'Please look at the term.')
    await creator!.press('Complete and initiate review')
    await waitForText(sender, '0 of 2 have responded.')

    // The colleague comments on the title and accepts.
    await colleague.goto(`/mgmt/${id}/review-doc`)
    // The page's script may not have been loaded yet.
    const atNext = async () => {
      await inside!.key('j')
      return at(colleague)
    }
    await expect.poll(atNext).toBe('at-part:title')
    await inside!.press(/^Comment: /)
    await expect.poll(() => at(colleague)).toBe('words')
    await colleague.keyboard.type('Is this the usual title?')
    // Changes the audience from the team to everybody.
    for (const key of ['Tab', 'ArrowDown']) await inside!.key(key)
    await inside!.press('Send comment')
    await waitForText(colleague, 'Is this the usual title?')
    expect(await at(colleague)).toBe('at-part:title')
    await inside!.press('Accept all…')
    await colleague.waitForURL('**/approval*')
    await inside!.press('Accept all')
    await waitForText(colleague, 'You have accepted all')

    // The external reviewer logs in with the mailed code.
    const invitation = await mailed(knownIds, ({ links }) =>
      links.some((link) => link.includes('/review/login/')),
    )
    await outside.goto(new URL(invitation.links[0]!).pathname)
    await fits()
    await stranger!.type('email', OUTSIDE)
    await stranger!.type('captcha', 'qishu')
    await stranger!.press('Send me a verification code')
    const { code } = await mailed(knownIds, (mail) => Boolean(mail.code))
    await outside.locator('#code').waitFor()
    await fits()
    await stranger!.type('code', code!)
    await stranger!.key('Enter')
    await outside.getByRole('heading', { name: 'Your response' }).waitFor()
    await fits()

    // Moves from clause to clause and back. With shortcuts turned off the keys have no effect.
    for (const key of ['j', 'j', 'j', 'k']) await stranger!.key(key)
    const second = await at(outside)
    expect(second).toMatch(/^at-/)
    await outside.evaluate(() => document.querySelector<HTMLInputElement>('[data-review-keys]')?.click())
    await stranger!.key('j')
    expect(await at(outside)).toBe(second)
    await outside.evaluate(() => document.querySelector<HTMLInputElement>('[data-review-keys]')?.click())

    // A match of the browser's search is selected; Tab and Enter quote it.
    const clause = outside.locator('section:has(a[id^="wording-en-"])').nth(3)
    const words = (await clause.locator('p[lang=en]').first().textContent())!.split(' ').slice(2, 6).join(' ')
    const selection = await outside.evaluate(
      (text) => (window as unknown as { find: (text: string) => boolean }).find(text),
      words,
    )
    expect(selection).toBe(true)
    const place = (await outside.evaluate(() =>
      getSelection()!.anchorNode!.parentElement!.closest('section')!.id.slice('at-'.length),
    ))!
    await outside.locator(`#at-${place}`).focus()
    await stranger!.press(/^Comment: /)
    await outside.locator('blockquote', { hasText: words }).waitFor()
    await fits()
    await expect.poll(() => at(outside)).toBe('words')
    await outside.keyboard.type('Since when?')
    await stranger!.press('Send comment')
    await waitForText(outside, 'Since when?')
    expect(await at(outside)).toBe(`at-${place}`)
    await fits()

    // Escape closes a form and restores the focus.
    await stranger!.press(/^Comment: /)
    await expect.poll(() => at(outside)).toBe('words')
    await stranger!.key('Escape')
    await expect.poll(() => at(outside)).toBe(`comment-${place}`)
    for (const [added, side] of [
      [' This lasts two years.', 'English'],
      ['有效期为二年。', 'Chinese'],
      [' Or three.', 'English'],
    ]) {
      // On a small screen a clause has one link; its form leads to the proposals.
      await stranger!.press(/^Comment: /)
      await expect.poll(() => at(outside)).toBe('words')
      await stranger!.press(`Propose ${side} wording`)
      await expect.poll(() => at(outside)).toBe('wording')
      await stranger!.key('Control+End')
      await outside.keyboard.type(added!)
      await stranger!.key('Escape')
      expect(await at(outside)).toBe('wording')
      await stranger!.press('Send proposal')
      await waitForText(outside, added!)
      expect(await at(outside)).toBe(`at-${place}`)
    }
    // Replies to the colleague's comment, which comes first.
    await outside.locator('#main').evaluate((main) => main.querySelector<HTMLElement>('section')!.focus())
    await stranger!.press('Reply')
    await expect.poll(() => at(outside)).toBe('words')
    await outside.keyboard.type('It is.')
    await stranger!.press('Send reply')
    await waitForText(outside, 'It is.')
    expect(await at(outside)).toMatch(/^said-/)
    await stranger!.press('Reject and return…')
    await outside.waitForURL('**/rejection*')
    await stranger!.press('Reject and return')
    await expect.poll(() => at(outside)).toBe('reasons')
    await outside.keyboard.type('The term is missing.')
    await stranger!.press('Reject and return')
    await waitForText(outside, 'You have returned the document')
    await fits()

    // The creator goes through the list: the title, the comment, the proposals.
    await sender.goto(`/mgmt/${id}/refund-doc`)
    await waitForText(sender, 'The term is missing.')
    for (const _ of 'jjj') await creator!.key('j')
    const first = await at(sender)
    expect(first).toMatch(/^listed-/)
    await creator!.key('t')
    await sender.locator('[data-walk]').getByText('Accepted', { exact: true }).waitFor()
    expect([new URL(sender.url()).pathname, await at(sender)]).toEqual([`/mgmt/${id}/refund-doc`, first])
    await creator!.key('j')
    await creator!.key('t')
    await expect
      .poll(() => sender.locator('[data-walk]').getByText('Accepted', { exact: true }).count())
      .toBe(2)
    await creator!.key('j')
    await creator!.key('d')
    await sender.locator('[data-walk]').getByText('Declined', { exact: true }).waitFor()
    await creator!.press('Edit the draft')
    await sender.waitForURL('**/edit-doc*')
    await creator!.press('More about this document')
    await sender.locator('[role="menuitem"]:focus').waitFor()
    for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await creator!.key(key)
    await sender.waitForURL('**/invite-review*')
    knownIds = await messageIds(base, OUTSIDE)
    await creator!.press('Complete and initiate review')
    await waitForText(sender, '0 of 2 have responded.')

    // In the second round a returning reviewer logs in by the access code.
    const secondMail = await mailed(knownIds, ({ links }) => links.length > 0)
    await outside.goto(new URL(secondMail.links[0]!).pathname)
    await waitForText(outside, '1 change since round 1')
    await stranger!.press('Log out')
    await outside.waitForURL('**/review/login')
    await fits()
    await outside.goto(new URL(secondMail.links[0]!).pathname)
    await stranger!.type('email', OUTSIDE)
    await stranger!.type('captcha', 'qishu')
    await stranger!.type('accessCode', /access code: (\w{8})/.exec(secondMail.text)![1]!)
    await stranger!.key('Enter')
    await outside.getByRole('heading', { name: 'Your response' }).waitFor()
    await stranger!.press('To your response')
    await stranger!.press('Accept all…')
    await outside.waitForURL('**/approval*')
    await stranger!.press('Accept all')
    await waitForText(outside, 'You have accepted all')
    await colleague.goto(`/mgmt/${id}/review-doc`)
    await inside!.press('To your response')
    await inside!.press('Accept all…')
    await colleague.waitForURL('**/approval*')
    await inside!.press('Accept all')
    await waitForText(colleague, 'You have accepted all')
    await sender.goto(`/mgmt/${id}/view-doc`)
    await creator!.press('Finalise')
    await sender.locator('dialog[open]').waitFor()
    await creator!.press('Finalise')
    await waitForText(sender, 'Initiate e-signing')
    expect([faults, pageErrors]).toEqual([[], [[], [], []]])
    await context.close()
  },
  180_000,
)
