import { createAccount, createTeam } from '#modules/accounts/account.ts'
import { setPlan } from '#modules/accounts/index.ts'
import { DAY, now } from '#src/core/clock.ts'
import { newId } from '#src/core/ids.ts'
import type { Db } from '#src/db/db.ts'
import { type Client, newClient } from '#tests/support/client.ts'
import { lastMailTo } from './mail.ts'
import { PASSWORD } from './people.ts'
import { codeFor, registration } from './registration.ts'

/** Gives a team the Professional package, with `seats` seats. */
export async function onPlan(db: Db, teamId: string, seats = 10) {
  const endsAt = new Date(now().getTime() + 365 * DAY)
  await setPlan(db, teamId, { package: 'professional', endsAt, seats })
}

/** Creates a team with an administrator and without a plan. */
export async function freshTeam(db: Db): Promise<{ teamId: string; accountId: string }> {
  const teamId = await createTeam(db, `Team ${newId()}`)
  const accountId = await createAccount(db, teamId, {
    username: newId().slice(-12),
    name: 'Lin',
    email: `${newId()}@example.com`,
    mobile: null,
    identity: 'company',
    department: '',
    passwordHash: 'none',
    locale: 'en_US',
    role: 'admin',
  })
  return { teamId, accountId }
}

/** Creates a user with a team, logged in with a separate client. */
export async function newcomer(db: Db, email: string): Promise<Client> {
  const client = newClient(db)
  const code = await codeFor(db, client, email)
  const form = registration({ email, code, password: PASSWORD, confirmPassword: PASSWORD })
  const answer = await client.post('/acct/register', form)
  if (answer.status !== 303) throw new Error(`${email}: ${answer.status}`)
  return client
}

/** Sends an invitation over HTTP and returns the path of the mailed link. */
export async function inviteByMail(db: Db, by: Client, email: string): Promise<string> {
  const answer = await by.post('/mgmt/acct-info/invitations', { email })
  if (answer.status !== 303) throw new Error(`inviting ${email}: ${answer.status}`)
  return invitationPath(db, email)
}

export async function invitationPath(db: Db, email: string): Promise<string> {
  const { links } = await lastMailTo(db, email)
  return new URL((links as unknown as string[])[0]!).pathname
}
