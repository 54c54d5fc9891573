import { beforeAll, expect, test } from 'vitest'
import { createApp } from '#src/app/app.tsx'
import { LOCALES } from '#src/core/i18n.ts'
import type { Db } from '#src/db/db.ts'
import { finalisedDocument } from '#tests/cast/signing.ts'
import type { World } from '#tests/cast/world.ts'
import { copyOfWorld } from '#tests/cast/world-copy.ts'
import { note } from '#tests/support/measured.ts'
import { addressOf, type Route, siteRoutes } from '#tests/support/routes.ts'
import { caseCount } from '#tests/support/runs.ts'
import { drawSeed, seeded } from '#tests/support/seeded.ts'
import { asSent } from '#tests/support/signed.ts'

const REQUESTS = caseCount(400, 10_000)
const SEED = drawSeed()

let db: Db
let world: World
let app: ReturnType<typeof createApp>
let hannahDocument: string
/** Texts of Lin and of Hannah that no other person may see. */
let privateTexts: Record<'lin' | 'hannah', string[]>

beforeAll(async () => {
  world = await copyOfWorld()
  db = world.db
  app = createApp(db)
  const { lin, hannah } = world.cast
  hannahDocument = await finalisedDocument(db, hannah.viewer)
  await rename(world.draft.id, 'Lotus secret plan')
  await rename(hannahDocument, 'Hannah secret plan')
  await db
    .updateTable('accounts.team')
    .set({ name: 'Lotus Private Holdings' })
    .where('id', '=', lin.viewer.teamId)
    .execute()
  privateTexts = {
    lin: [
      'Lotus secret plan',
      'Lotus Private Holdings',
      'lin@example.com',
      world.draft.id,
      world.completedId,
      lin.viewer.id,
    ],
    hannah: ['Hannah secret plan', 'Hannah Weiss', 'hannah@example.com', hannahDocument, hannah.viewer.id],
  }
})

const rename = (id: string, name: string) =>
  db.updateTable('documents.document').set({ name }).where('id', '=', id).execute()

type Who = 'lin' | 'hannah' | 'stranger'
const WHO: Who[] = ['lin', 'hannah', 'stranger']
/** Pages on which each of the two sees their own texts. */
const PRIVATE_PAGES = ['/mgmt/my-docs', '/mgmt/acct-info', '/mgmt/:id/view-doc']

function addressFor(route: Route, who: Who): string {
  if (who === 'lin') return addressOf(route, world)
  return route.path.replace(':id', hannahDocument).replace(':token', 'none')
}

async function ask(who: Who, address: string, locale: string): Promise<string> {
  const cookies =
    who === 'stranger' ? '' : [...world.cast[who].client.cookies].map((pair) => pair.join('=')).join('; ')
  const headers: Record<string, string> = { cookie: `${cookies}; locale=${locale}` }
  const answer = await app.request(`http://localhost:3000${asSent(address, { headers })}`, { headers })
  return `${JSON.stringify([...answer.headers])} ${Buffer.from(await answer.arrayBuffer()).toString('latin1')}`
}

test(`over ${REQUESTS} requests of two people and a visitor in one process no one sees another’s texts`, async () => {
  process.stdout.write(`cache test, seed ${SEED}\n`)
  const { pick } = seeded(SEED)
  const pages = siteRoutes(db).filter(
    ({ method, path }) => method === 'GET' && !/\.(pdf|docx|json)$|outbox|dev/.test(path),
  )
  expect(pages.length).toBeGreaterThan(20)
  const all = pages.flatMap((route) => WHO.map((who) => ({ who, route })))
  // The pages that contain their texts come first, then random ones.
  const first = all.filter(({ route }) => PRIVATE_PAGES.includes(route.path))
  expect(first.length).toBe(PRIVATE_PAGES.length * WHO.length)
  const draw = () => first.pop() ?? pick(all)
  const seen = { lin: new Set<string>(), hannah: new Set<string>() }
  for (let n = 0; n < REQUESTS; n += 4) {
    const loads = Array.from({ length: 4 }, () => ({
      ...draw(),
      locale: pick(LOCALES),
    }))
    await Promise.all(
      loads.map(async ({ who, route, locale }) => {
        const response = await ask(who, addressFor(route, who), locale)
        for (const owner of ['lin', 'hannah'] as const) {
          const words = privateTexts[owner].filter(
            (word) => response.includes(word) && !addressFor(route, who).includes(word),
          )
          if (owner === who) for (const word of words) seen[owner].add(word)
          else expect([SEED, who, route.path, words]).toEqual([SEED, who, route.path, []])
        }
      }),
    )
  }
  for (const owner of ['lin', 'hannah'] as const) expect(seen[owner].size).toBeGreaterThan(2)
  note('two people in one process', `${REQUESTS} mixed requests, 0 words of another (seed ${SEED})`)
})
