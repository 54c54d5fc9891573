import { expect, test } from 'vitest'
import { pageCheck } from '#tests/support/axe.ts'
import { operable } from '#tests/support/operable.ts'
import { reflow } from '#tests/support/reflow.ts'
import { ALL_LARGE } from '#tests/support/runs.ts'
import { misspoken } from '#tests/support/spoken.ts'
import type { Stop } from '#tests/support/stops.ts'
import {
  atDesk,
  dailyAtDesk,
  oneIn,
  onPhone,
  onPhoneAtNight,
  onPhoneByDay,
  openedWorld,
  PHONE,
  WIDE_WINDOW,
  walkThrough,
  wholeAtDesk,
} from '#tests/support/walk.ts'

// All walks share one world, because creating it takes a quarter of the time of their pages.
const fixture = openedWorld()
const phone = pageCheck(onPhoneByDay, PHONE)
const oneInTwelve = (stop: Stop) => wholeAtDesk(stop) && oneIn(12)(stop)

walkThrough(fixture, 'zh_CN', {
  'at a desk, with all that one opens there': [pageCheck(dailyAtDesk, WIDE_WINDOW), operable(oneInTwelve)],
  ...(ALL_LARGE && { 'on a phone': [pageCheck(onPhone, PHONE)] }),
})

// The language with the longest texts.
walkThrough(
  fixture,
  'en_US',
  ALL_LARGE
    ? { 'on a phone': [phone], 'at a desk, then zoomed': [pageCheck(atDesk, WIDE_WINDOW), reflow(atDesk)] }
    : { 'on a phone, then zoomed': [phone, reflow(oneInTwelve)] },
)

walkThrough(
  fixture,
  'zh_TW',
  {
    'on a phone at night': [pageCheck(onPhoneAtNight, PHONE)],
    ...(ALL_LARGE && { 'at a desk at night': [pageCheck(atDesk, WIDE_WINDOW)] }),
  },
  { colorScheme: 'dark' },
)

test('every mail marks the language of its text', async () => {
  const page = await fixture.browser.newPage()
  const mails: { subject: string; html: string }[] = await (
    await fetch(`${fixture.server.base}/outbox.json`)
  ).json()
  const faultsByMail: Record<string, string[]> = {}
  for (const { subject, html } of mails.filter((mail) => mail.html)) {
    await page.setContent(html)
    const faults = await misspoken(page)
    if (faults.length) faultsByMail[subject] = faults
  }
  expect(faultsByMail).toEqual({})
  expect(mails.length).toBeGreaterThan(5)
  await page.close()
})
