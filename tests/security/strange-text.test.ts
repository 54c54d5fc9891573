import { beforeAll, expect, test } from 'vitest'
import type { World } from '#tests/cast/world.ts'
import { copyOfWorld } from '#tests/cast/world-copy.ts'
import { addressOf, BODIES, clientFor, siteRoutes } from '#tests/support/routes.ts'

let world: World
beforeAll(async () => {
  world = await copyOfWorld()
})

const LONG = process.env.LONG === '1'

/**
 * Each field meets two of them a day, and all of them with LONG=1. A sign beyond the plane, a turned
 * direction, half a character, none at all, a broken one, a stack of marks.
 */
const STRANGE = ['😀', 'a\u202eb', '\ud800', 'a\0b', '\ufffe', `e${'\u0301'.repeat(40)}`]

/** What a checker of forms says by itself, in nobody's language. */
const UNSAID = /Invalid (?:type|format|value|length): /

test('in any field of any form is taken or refused, and never an error of ours', async () => {
  let sent = 0
  for (const route of siteRoutes(world.db).filter(({ method }) => method === 'POST')) {
    const { [`POST ${route.path}`]: body = {} } = BODIES
    for (const field of Object.keys(body))
      for (const text of STRANGE.filter((_, n) => LONG || n % 3 === sent % 3)) {
        const address = addressOf(route, world)
        const answer = await clientFor(route, world).post(address, { ...body, [field]: text } as never)
        const foreign = UNSAID.exec(await answer.text())?.[0]
        expect([route.path, field, JSON.stringify(text), answer.status < 500, foreign]).toEqual([
          route.path,
          field,
          JSON.stringify(text),
          true,
          undefined,
        ])
        sent++
      }
  }
  expect(sent).toBeGreaterThan(LONG ? 1000 : 300)
})
