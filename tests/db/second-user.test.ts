import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { connect } from '#src/app/database.ts'
import { migrate } from '#src/db/migrate.ts'
import { emptyDatabase } from '#tests/support/database.ts'

const PASSWORD = 'of-no-use'

async function onServer(url: string, statements: string[]) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

function asUser(url: string, user: string) {
  const userUrl = new URL(url)
  userUrl.username = user
  userUrl.password = PASSWORD
  return userUrl.href
}

test('a second user of the database works beside the first and owns nothing, as docs/running.md says', async () => {
  const [first, second] = [
    `first_${randomBytes(4).toString('hex')}`,
    `second_${randomBytes(4).toString('hex')}`,
  ]
  const url = await emptyDatabase()
  const name = new URL(url).pathname.slice(1)
  await onServer(url, [
    `create role ${first} login password '${PASSWORD}'`,
    `alter database ${name} owner to ${first}`,
  ])
  const db = connect(asUser(url, first), 2)
  await migrate(db)
  await onServer(url, [
    `create role ${second} login password '${PASSWORD}' in role ${first}`,
    `alter role ${second} set role to ${first}`,
  ])
  const secondDatabase = connect(asUser(url, second), 2)
  await migrate(secondDatabase)
  const { rows: users } = await sql`select session_user as session, current_user as current`.execute(
    secondDatabase,
  )
  expect(users).toEqual([{ session: second, current: first }])
  await sql`create table platform.made_by_second (id int)`.execute(secondDatabase)
  await sql`alter table platform.mail add column tried int`.execute(secondDatabase)
  await sql`insert into platform.made_by_second values (1)`.execute(db)
  await sql`drop table platform.made_by_second`.execute(db)
  await Promise.all([db.destroy(), secondDatabase.destroy()])
  await onServer(url, [
    `drop role ${second}`,
    `alter database ${name} owner to current_user`,
    `reassign owned by ${first} to current_user`,
    `drop role ${first}`,
  ])
})
