import { beforeAll, expect, test } from 'vitest'
import type { World } from '#tests/cast/world.ts'
import { copyOfWorld } from '#tests/cast/world-copy.ts'
import { newClient } from '#tests/support/client.ts'
import { addressOf, BODIES, clientFor, siteRoutes } from '#tests/support/routes.ts'
import { ALL_LARGE } from '#tests/support/runs.ts'

let world: World
beforeAll(async () => {
  world = await copyOfWorld()
})

/**
 * Strange texts: an astral character, a direction override, a lone surrogate, an empty and a broken text, a
 * stack of combining marks. Daily each field gets two of them, all of them if the file is named with LONG=1.
 */
const STRANGE = ['😀', 'a\u202eb', '\ud800', 'a\0b', '\ufffe', `e${'\u0301'.repeat(40)}`]

/** Built-in messages of the validator, which are not translated. */
const UNTRANSLATED = /Invalid (?:type|format|value|length): /

test('strange text in any field of any form is accepted or rejected, without a server error', async () => {
  let sent = 0
  for (const route of siteRoutes(world.db).filter(({ method }) => method === 'POST')) {
    const { [`POST ${route.path}`]: body = {} } = BODIES
    for (const field of Object.keys(body))
      for (const text of STRANGE.filter((_, n) => ALL_LARGE || n % 3 === sent % 3)) {
        const address = addressOf(route, world)
        const answer = await clientFor(route, world).post(address, { ...body, [field]: text } as never)
        const foreign = UNTRANSLATED.exec(await answer.text())?.[0]
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
  expect(sent).toBeGreaterThan(ALL_LARGE ? 1000 : 300)
})

/** Names of query parameters that pages read; each page gets all of them. */
const PARAMETERS =
  'accessCode after again anchor back before closed code currency decided document done ended from id keyword kind lang language locale message method name number of on order package period problem reference review round sent sentBefore set show since sort state status tab template text token type until version wait way width'.split(
    ' ',
  )

test('in any parameter of any page leads to no server error', async () => {
  const pages = siteRoutes(world.db).filter(({ method, path }) => method === 'GET' && !path.endsWith('/live'))
  let sent = 0
  for (const route of pages)
    for (const text of STRANGE.filter((_, n) => ALL_LARGE || n % STRANGE.length === sent % STRANGE.length)) {
      const address = addressOf(route, world)
      const query = new URLSearchParams(PARAMETERS.map((name) => [name, text]))
      const answer = await clientFor(route, world).get(`${address}?${query}`)
      await answer.body?.cancel()
      expect([route.path, JSON.stringify(text), answer.status < 500]).toEqual([
        route.path,
        JSON.stringify(text),
        true,
      ])
      sent++
    }
  expect(sent).toBeGreaterThan(ALL_LARGE ? 600 : 100)
})

test('an address with NUL is unknown, in the reader’s language', async () => {
  const answer = await newClient(world.db).get('/faq?locale=en_US&keyword=%00')
  expect([answer.status, (await answer.text()).includes('Page not found')]).toEqual([404, true])
})
