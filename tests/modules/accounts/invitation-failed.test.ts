import { beforeAll, expect, test } from 'vitest'
import '#src/app/events.ts'
import { lastMailTo } from '#tests/cast/mail.ts'
import { inviteByMail, onPlan } from '#tests/cast/teams.ts'
import { setUpCast } from '#tests/cast/test-context.ts'
import { formProblem } from '#tests/support/form.ts'

const context = setUpCast()
const EMAIL = 'hannah@example.com'
const MEMBERS = '/mgmt/acct-info/members'
const HAS_PLAN = 'This user already has a plan of their own'

// The plan has room for two people and one invitation.
beforeAll(() => onPlan(context.db, context.cast.lin.viewer.teamId, 3))

const messages = () =>
  context.db
    .selectFrom('messaging.message')
    .select(['account_id', 'facts', 'path'])
    .where('kind', '=', 'invitationFailed')
    .execute()

const lin = {
  page: async () => (await context.cast.lin.client.get(MEMBERS)).text(),
  invites: (email: string) => context.cast.lin.client.post('/mgmt/acct-info/invitations', { email }),
}

test('the inviter is informed once why the invited person cannot join, and gets the seat back', async () => {
  const path = await inviteByMail(context.db, context.cast.lin.client, EMAIL)
  const { hannah, zhou } = context.cast
  await onPlan(context.db, hannah.viewer.teamId)
  expect((await lin.invites('next@kestrel.example')).status).toBe(422)

  // The inviter is not notified when a person other than the invited one opens the link.
  await zhou.client.get(path)
  expect(await messages()).toEqual([])
  for (let n = 0; n < 2; n++) expect(formProblem(await (await hannah.client.get(path)).text())).toBe(HAS_PLAN)
  await Promise.all([1, 2].map(() => hannah.client.post(`${path}/acceptance`)))
  expect(await messages()).toEqual([
    {
      account_id: context.cast.lin.viewer.id,
      facts: { email: EMAIL, problem: 'MEMBER_HAS_PLAN' },
      path: MEMBERS,
    },
  ])
  expect(await (await context.cast.lin.client.get('/mgmt/messages')).text()).toContain(
    `${EMAIL} cannot join your team: this user already has a plan of their own`,
  )
  expect(await lin.page()).toContain(HAS_PLAN)

  expect((await lin.invites('next@kestrel.example')).status).toBe(303)
  expect((await lastMailTo(context.db, 'next@kestrel.example')).subject).toContain('invites you')
  // A second invitation to the same person needs a seat, and none is free.
  expect((await lin.invites(EMAIL)).status).toBe(422)
})
