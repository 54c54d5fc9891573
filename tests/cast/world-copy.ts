import { cp, rm } from 'node:fs/promises'
import { config } from '#src/core/config.ts'
import type { Db } from '#src/db/db.ts'
import { type Client, newClient } from '#tests/support/client.ts'
import { keepAsTemplate, testDatabase } from '#tests/support/database.ts'
import { offerPlainService } from './services.ts'
import { openWorld, type World } from './world.ts'

let original: { template: string; files: string; world: World } | undefined

/**
 * The world for one test file: a copy of the database and the files that the first such file of a worker
 * created.
 */
export async function copyOfWorld(): Promise<World> {
  offerPlainService()
  original ??= await keepWorld()
  await rm(config.DATA_DIR, { recursive: true, force: true })
  await cp(original.files, config.DATA_DIR, { recursive: true })
  return onDatabase(original.world, await testDatabase(undefined, original.template))
}

async function keepWorld() {
  // Earlier test files of this worker may have stored files.
  await rm(`${config.DATA_DIR}/files`, { recursive: true, force: true })
  const world = await openWorld(await testDatabase())
  const files = `${config.DATA_DIR}-of-the-world`
  await cp(config.DATA_DIR, files, { recursive: true })
  return { template: await keepAsTemplate(world.db), files, world }
}

const isClient = (value: object): value is Client => 'cookies' in value && 'send' in value

/** The same value with clients that use another database and keep their cookies. */
function onDatabase<T>(value: T, db: Db): T {
  const withNewDb = (one: unknown): unknown => {
    if (one === original!.world.db) return db
    if (typeof one !== 'object' || one === null) return one
    if (Array.isArray(one)) return one.map(withNewDb)
    if (isClient(one)) return withCookies(newClient(db), one.cookies)
    if (Object.getPrototypeOf(one) !== Object.prototype) return one
    return Object.fromEntries(Object.entries(one).map(([key, inner]) => [key, withNewDb(inner)]))
  }
  return withNewDb(value) as T
}

function withCookies(client: Client, cookies: Client['cookies']): Client {
  for (const [name, value] of cookies) client.cookies.set(name, value)
  return client
}
