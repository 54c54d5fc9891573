import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { inject } from 'vitest'
import { connect } from '#src/app/database.ts'
import type { Db } from '#src/db/db.ts'
import { startJobs, stopJobs } from '#src/jobs/jobs.ts'
import { atTheEnd } from './closing.ts'

const TEMPLATE = 'qishu_template'

/**
 * A database for one test file, copied from the migrated template and dropped at its end. `connections` is
 * the size of the pool.
 */
export async function testDatabase(connections = 10, from = TEMPLATE): Promise<Db> {
  const template = inject('postgresUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  await onServer(template, (client) => createFrom(client, name, from))
  const db = connect(testUrl(inject('postgresSocket'), name), connections)
  await startJobs(db, { supervise: false })
  atTheEnd(async () => {
    await stopJobs()
    await db.destroy()
    await onServer(template, (client) => client.query(`drop database ${name} with (force)`))
  })
  return db
}

/** The URL of a database without any table, dropped at the end. */
export async function emptyDatabase(): Promise<string> {
  const server = inject('postgresUrl')
  const name = `empty_${randomBytes(6).toString('hex')}`
  await onServer(server, (client) => client.query(`create database ${name} template template0`))
  atTheEnd(() => onServer(server, (client) => client.query(`drop database ${name} with (force)`)))
  return testUrl(server, name)
}

export const testUrl = (template: string, name: string) => template.replace(/\/postgres$/, `/${name}`)

/** Copying fails while the template has another connection, as when two files start at once. */
async function createFrom(client: pg.Client, name: string, template: string) {
  await client.query('select pg_advisory_lock(7)')
  await client.query(`create database ${name} template ${template} strategy file_copy`)
}

/** Keeps a database as a template for `testDatabase`, and closes it; returns the name of the copy. */
export async function keepAsTemplate(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  await stopJobs()
  await db.destroy()
  const name = `kept_${randomBytes(6).toString('hex')}`
  await onServer(inject('postgresUrl'), (client) => createFrom(client, name, rows[0]!.name))
  return name
}

async function onServer(url: string, work: (client: pg.Client) => Promise<unknown>) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await work(client)
  await client.end()
}

/** The location of a test's database, for further connections. */
export async function urlOf(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  return testUrl(inject('postgresUrl'), rows[0]!.name)
}
