import { createAccount, createTeam } from '#modules/accounts/account.ts'
import { findViewer } from '#modules/accounts/index.ts'
import { hashPassword } from '#modules/accounts/password/password.ts'
import type { AccountState } from '#modules/accounts/schema.ts'
import { grantUsage } from '#modules/orders/ledger/usage.ts'
import { USAGE_KINDS } from '#modules/orders/schema.ts'
import { beginSession, SESSION_COOKIE } from '#src/auth/session.ts'
import type { Role, Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { type Client, newClient } from '#tests/support/client.ts'
import { authoriseTeam } from './authorisation.ts'

export const PASSWORD = 'Lotus2026'

/**
 * The cast of the tests: Lin is administrator of Lotus Trading, Zhou works for her, Hannah has a team
 * without other members, Ruo is staff.
 */
const PEOPLE = {
  lin: { team: 'Lotus Trading', role: 'admin' },
  zhou: { team: 'Lotus Trading', role: 'member' },
  hannah: { team: 'Hannah Weiss', role: 'admin' },
  ruo: { team: 'Qishu', role: 'agent' },
} satisfies Record<string, { team: string; role: Role }>

export type PersonName = keyof typeof PEOPLE

export interface Person {
  viewer: Viewer
  client: Client
}

export type Cast = Record<PersonName, Person>

/** Creates all accounts and logs each in with a separate client. Each team gets `uses` uses of each kind. */
export async function openCast(db: Db, uses = 1000): Promise<Cast> {
  const passwordHash = await hashPassword(PASSWORD)
  const teams = new Map<string, string>()
  const cast: Partial<Cast> = {}
  for (const [name, { team, role }] of Object.entries(PEOPLE)) {
    const teamId = teams.get(team) ?? (await foundStocked(db, team, uses))
    teams.set(team, teamId)
    const id = await createAccount(db, teamId, {
      username: name,
      name,
      email: `${name}@example.com`,
      mobile: null,
      identity: 'company',
      department: 'Legal',
      passwordHash,
      locale: 'en_US',
      role,
      staff_roles: role === 'agent' ? ['lead'] : [],
    })
    const client = newClient(db)
    client.cookies.set(SESSION_COOKIE, await beginSession(db, id))
    cast[name as PersonName] = { viewer: (await findViewer(db, id))!, client }
  }
  return cast as Cast
}

async function foundStocked(db: Db, team: string, quantity: number): Promise<string> {
  const teamId = await createTeam(db, team, { credit_code: '91310000MA1K35XX04' })
  const expiresAt = new Date('2099-01-01')
  for (const kind of quantity ? USAGE_KINDS : [])
    await grantUsage(db, { teamId, kind, quantity, expiresAt, key: `at first ${teamId} ${kind}` })
  await authoriseTeam(db, teamId, team)
  return teamId
}

/** Freezes or unfreezes an account. */
export async function setState(db: Db, name: PersonName, state: AccountState) {
  await db.updateTable('accounts.account').set({ state }).where('username', '=', name).execute()
}
