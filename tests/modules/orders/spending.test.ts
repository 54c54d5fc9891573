import { beforeAll, expect, test } from 'vitest'
import { findViewer } from '#modules/accounts/index.ts'
import { grantUsage, usageSummary } from '#modules/orders/index.ts'
import type { Db } from '#src/app/database.ts'
import { DAY } from '#src/core/clock.ts'
import '#src/app/events.ts'
import type { Viewer } from '#src/core/viewer.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { filledDraft, signingDocument } from '#tests/cast/signing.ts'
import { newcomer } from '#tests/cast/teams.ts'
import { testDatabase } from '#tests/support/database.ts'

let db: Db
let cast: Cast

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db)
})

const lineOf = async (viewer: Viewer, kind: string) =>
  (await usageSummary(db, viewer)).find((line) => line.kind === kind)!

test('a newcomer begins with three documents, and each one created is one fewer, deleted or not', async () => {
  const client = await newcomer(db, 'uses@kestrel.example')
  const { id } = await db
    .selectFrom('accounts.account')
    .select('id')
    .where('email', '=', 'uses@kestrel.example')
    .executeTakeFirstOrThrow()
  const viewer = (await findViewer(db, id))!
  const form = { template: 'mutual-nda', version: '2', language: 'en', bilingual: 'no' }
  const left: number[] = [(await lineOf(viewer, 'document_1')).unused]
  for (let n = 0; n < 4; n++) {
    const made = await client.post('/mgmt/new-doc', form)
    expect(made.status).toBe(303)
    if (n === 0) await client.post(made.headers.get('location')!.replace('edit-doc', 'deletion'))
    left.push((await lineOf(viewer, 'document_1')).unused)
  }
  // The fourth finds none left, and nobody is refused yet.
  expect(left).toEqual([3, 2, 1, 0, 0])
})

test('the last use is spent once by many at once, and each start of a signing spends one', async () => {
  const { viewer } = cast.lin
  const expiresAt = new Date(Date.now() + DAY)
  for (const [kind, quantity] of [
    ['document_1', 3],
    ['esign', 2],
  ] as const)
    await grantUsage(db, { teamId: viewer.teamId, kind, quantity, expiresAt, key: kind })
  await Promise.all(Array.from({ length: 8 }, () => filledDraft(db, viewer)))
  expect(await lineOf(viewer, 'document_1')).toMatchObject({ used: 3, unused: 0 })
  await signingDocument(db, viewer)
  expect(await lineOf(viewer, 'esign')).toMatchObject({ used: 1, unused: 1 })
})
