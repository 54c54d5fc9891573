import { expect, test } from 'vitest'
import { setPlan } from '#modules/accounts/index.ts'
import { DAY, fromNow } from '#src/core/clock.ts'
import { setUpCast } from '#tests/cast/test-context.ts'
import { newClient } from '#tests/support/client.ts'

const context = setUpCast()

const namesOf = (html: string) =>
  [...html.matchAll(/badge-soft[^>]*>([^<]+)</g)].map(([, name]) => name!.trim())

test('lists only features that at least one plan has', async () => {
  const { db } = context
  const html = await (await newClient(db).get('/pricing?locale=en_US')).text()
  const isShown = (words: string) => html.includes(words)
  expect([isShown('Automated user'), isShown('Legal advice'), isShown('Action log')]).toEqual([
    true,
    false,
    true,
  ])
})

test('recommends one plan, and marks the viewer’s plan', async () => {
  const { db, cast } = context
  expect(namesOf(await (await newClient(db).get('/pricing?locale=en_US')).text())).toEqual(['Recommended'])
  await setPlan(db, cast.lin.viewer.teamId, { package: 'basic', endsAt: fromNow(9 * DAY), seats: 3 })
  const ownNames = namesOf(await (await cast.lin.client.get('/pricing?locale=en_US')).text())
  expect(ownNames).toEqual(['Your plan', 'Recommended'])
})
