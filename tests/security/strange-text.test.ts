import { beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '#tests/cast/world.ts'
import { testDatabase } from '#tests/support/database.ts'
import { addressOf, BODIES, clientFor, siteRoutes } from '#tests/support/routes.ts'

let world: World
beforeAll(async () => {
  world = await openWorld(await testDatabase())
})

/** A sign beyond the plane, a turned direction, half a character, none at all, a broken one, a stack of marks. */
const STRANGE = ['😀', 'a\u202eb', '\ud800', 'a\0b', '\ufffe', `e${'\u0301'.repeat(40)}`]

test('in any field of any form is taken or refused, and never an error of ours', async () => {
  let sent = 0
  for (const route of siteRoutes(world.db).filter(({ method }) => method === 'POST')) {
    const { [`POST ${route.path}`]: body = {} } = BODIES
    for (const field of Object.keys(body))
      for (const text of STRANGE) {
        const address = addressOf(route, world)
        const { status } = await clientFor(route, world).post(address, { ...body, [field]: text } as never)
        expect([route.path, field, JSON.stringify(text), status < 500]).toEqual([
          ...[route.path, field, JSON.stringify(text), true],
        ])
        sent++
      }
  }
  expect(sent).toBeGreaterThan(300)
})
