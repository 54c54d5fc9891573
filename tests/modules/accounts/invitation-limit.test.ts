import { beforeAll, expect, test } from 'vitest'
import type { Db } from '#src/db/db.ts'
import { openCast } from '#tests/cast/people.ts'
import { inviteByMail, onPlan } from '#tests/cast/teams.ts'
import { testDatabase } from '#tests/support/database.ts'
import { fieldProblem, typedValue } from '#tests/support/form.ts'
import { countRequests } from '#tests/support/limits.ts'

let db: Db

beforeAll(async () => {
  db = await testDatabase()
})
countRequests(() => db)

test('the thirty-first invitation within an hour is rejected beside its field, with the address kept', async () => {
  const { lin } = await openCast(db)
  await onPlan(db, lin.viewer.teamId, 100)
  for (let n = 1; n <= 30; n++) await inviteByMail(db, lin.client, `guest${n}@kestrel.example`)
  const email = 'late@kestrel.example'
  const answer = await lin.client.post('/mgmt/acct-info/invitations', { email })
  const html = await answer.text()
  expect([answer.status, fieldProblem(html, 'email')]).toEqual([
    429,
    expect.stringMatching(/^Too many attempts\. .*minutes/),
  ])
  expect(typedValue(html, 'email')).toBe(email)
})
