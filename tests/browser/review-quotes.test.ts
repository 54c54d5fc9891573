import { expect, test } from 'vitest'
import { collectPageErrors, servedBrowser } from '#tests/support/browser.ts'
import { draftNda, logIn } from '#tests/support/journey.ts'

const fixture = servedBrowser()

test('selected words get a bubble that leads to a comment beside them, and the links appear with the focus', async () => {
  const { base } = fixture.server
  const client = await logIn(base)
  const { id } = await draftNda(client)
  const deadline = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  const fields = { name: 'Ada Roth', email: 'ada.roth@kestrel.example', locale: 'en_US', reviews: 'yes' }
  await client.post(`/mgmt/${id}/reviewers?kind=external`, fields)
  await client.post(`/mgmt/${id}/invite-review`, { due: deadline, note: '' })
  const context = await fixture.browser.newContext({
    baseURL: base,
    locale: 'en-US',
    viewport: { width: 1280, height: 900 },
  })
  await context.addCookies([...client.cookies].map(([name, value]) => ({ name, value, url: base })))
  const page = await context.newPage()
  const pageErrors = collectPageErrors(page)
  await page.goto(`/mgmt/${id}/review-doc`)

  const section = page.locator('section:has(a[id^="wording-en-"])').nth(4)
  const controls = section.locator('p:has(> a[data-quotes])')
  const opacity = () => controls.evaluate((one) => getComputedStyle(one).opacity)
  expect(await opacity()).toBe('0')
  await section.hover()
  await expect.poll(opacity).toBe('1')

  const words = await section.locator('p[data-side=en]').evaluate((one) => {
    const text = one.lastChild!
    const range = document.createRange()
    range.setStart(text, 4)
    range.setEnd(text, 24)
    getSelection()!.removeAllRanges()
    getSelection()!.addRange(range)
    return getSelection()!.toString().trim()
  })
  const bubble = page.locator('body > div:has(> a.btn)').last()
  // No Chinese wording is offered for English words.
  await expect
    .poll(() => bubble.locator('a').allTextContents())
    .toEqual(['Comment', 'Propose English wording'])
  await bubble.getByRole('link', { name: 'Comment' }).click()
  await page.locator('form blockquote', { hasText: words }).waitFor()
  await page.getByLabel('Your comment').fill('Since when?')
  await page.getByLabel(/^Everyone in this review, including Ada Roth/).check()
  await page.getByRole('button', { name: 'Send comment' }).click()
  const note = page.locator('[id^="said-"]', { hasText: 'Since when?' })
  await note.waitFor()
  expect(await note.textContent()).toContain(words)
  expect(await note.getByText('Internal').count()).toBe(0)

  // The form appears beside the paper, and on a narrow screen below the clause.
  const article = page.locator('article')
  const isBeside = async () => {
    const [paper, at] = await Promise.all([article.boundingBox(), note.boundingBox()])
    return at!.x >= paper!.x + paper!.width
  }
  expect(await isBeside()).toBe(true)
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await isBeside()).toBe(false)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  expect(pageErrors).toEqual([])
  await context.close()
})
