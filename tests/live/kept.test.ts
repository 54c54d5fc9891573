import { setTimeout } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type ServerType, serve } from '@hono/node-server'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { beginAsVisitor } from '#modules/chat/visitor.ts'
import { createApp } from '#src/app/app.tsx'
import { closeStreams } from '#src/live/streams.ts'
import type { World } from '#tests/cast/world.ts'
import { copyOfWorld } from '#tests/cast/world-copy.ts'
import { eventsIn } from '#tests/support/events.ts'

let world: World
let server: ServerType
let base: string
/** The objects that the app received with each request. */
const references: WeakRef<object>[] = []

beforeAll(async () => {
  world = await copyOfWorld()
  const app = createApp(world.db)
  const fetch = (request: Request, env: object) => {
    references.push(new WeakRef(env))
    return app.fetch(request, env)
  }
  await new Promise<void>((up) => {
    server = serve({ fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
      base = `http://127.0.0.1:${port}`
      up()
    })
  })
})
afterEach(closeStreams)
afterAll(() => new Promise((closed) => server.close(closed)))

function collectGarbage() {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}

/** Whether all objects of the app's requests have been collected although their streams are open. */
async function areForgotten() {
  // A dereferenced weak reference stays alive until the end of the current job.
  await setTimeout(10)
  collectGarbage()
  return references.every((ref) => ref.deref() === undefined)
}

async function listen(cookie: string) {
  const headers = { cookie, accept: 'text/event-stream', host: 'localhost:3000' }
  const answer = await fetch(`${base}/live`, { headers })
  expect(answer.status).toBe(200)
  const events = eventsIn(answer.body!)
  expect(await events.next()).toMatchObject({ kind: 'todo' })
}

describe('an open stream retains nothing of its request', () => {
  test('of a logged-in person', async () => {
    references.length = 0
    await listen([...world.cast.lin.client.cookies].map((pair) => pair.join('=')).join('; '))
    expect(references).toHaveLength(1)
    await expect.poll(areForgotten).toBe(true)
  })

  test('of a visitor who talks to the online service', async () => {
    references.length = 0
    const message = { words: 'Hello', key: 'one' }
    const visitor = { name: 'Visitor', email: 'visitor@example.com' }
    await listen(`chat=${await beginAsVisitor(world.db, visitor, message, 'en_US')}`)
    expect(references).toHaveLength(1)
    await expect.poll(areForgotten).toBe(true)
  })
})
