import { expect, test } from 'vitest'
import { removeMember } from '#modules/accounts/members/members.ts'
import '#src/app/events.ts'
import { openCast } from '#tests/cast/people.ts'
import { connect, link } from '#tests/cast/sso.ts'
import { testDatabase } from '#tests/support/database.ts'

test('a removed member is unlinked, and all sessions of the member end', async () => {
  const db = await testDatabase()
  const { lin, zhou } = await openCast(db)
  await connect(db, lin.viewer, 'https://login.lotus.example')
  await link(db, zhou.viewer, 'zhou')
  const path = '/mgmt/home'
  expect((await zhou.client.get(path)).status).toBe(200)
  await removeMember(db, lin.viewer, zhou.viewer.id)
  expect((await zhou.client.get(path)).headers.get('location')).toContain('/acct/login')
  const identities = db.selectFrom('sso.identity').select('id').where('account_id', '=', zhou.viewer.id)
  expect(await identities.execute()).toEqual([])
  expect((await lin.client.get(path)).status).toBe(200)
})
