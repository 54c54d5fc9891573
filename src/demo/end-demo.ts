import { eraseByCommand } from '#modules/accounts/erasure.ts'
import {
  accountsWithPassword,
  disablePassword,
  listAccounts,
  type PasswordOwner,
} from '#modules/accounts/password/known-password.ts'
import { DEMO_ACCOUNTS } from '#src/core/demo-accounts.ts'
import { AppError } from '#src/core/errors.ts'
import type { Db } from '#src/db/db.ts'
import { DatabaseNotReached } from '#src/db/reach.ts'

const KNOWN_PASSWORD = DEMO_ACCOUNTS[0]!.password
const USERNAMES = DEMO_ACCOUNTS.map(({ username }) => username)

/** Production does not start on a database with publicly known logins. */
export class DemoRemains extends DatabaseNotReached {}

/** Throws DemoRemains while an account of the demo's cast has the publicly known password. */
export async function refuseDemoAccounts(db: Db): Promise<void> {
  const remaining = await accountsWithPassword(await listAccounts(db, USERNAMES), KNOWN_PASSWORD)
  if (remaining.length)
    throw new DemoRemains(
      `The database holds accounts of the demo, whose password everybody knows: ${namesOf(remaining)}.\n` +
        'Run `npm run end-demo` first (docs/running.md, “From the trial to production”).',
    )
}

export interface DemoEnd {
  /** Accounts of the cast without a new owner: they are erased, with their teams. */
  erased: PasswordOwner[]
  /** Accounts of the cast that have a new password and a new address. */
  takenOver: PasswordOwner[]
  /** Other accounts with the known password. */
  disabled: PasswordOwner[]
}

/**
 * Plans the end of the demo. Throws if an account of the cast has a new password or a new address, but not
 * both.
 */
export async function planDemoEnd(db: Db): Promise<DemoEnd> {
  const cast = await listAccounts(db, USERNAMES)
  const owners = await accountsWithPassword(await listAccounts(db), KNOWN_PASSWORD)
  const isKnown = ({ id }: PasswordOwner) => owners.some((one) => one.id === id)
  const isOfDemo = ({ email }: PasswordOwner) => !email || email.endsWith('.example')
  const halfChanged = cast.filter((one) => isKnown(one) !== isOfDemo(one))
  if (halfChanged.length)
    throw new Error(
      `${namesOf(halfChanged)}: an account of the demo stays if it has an e-mail address and a password of its own. ` +
        'Start the trial again, and change both at Account Info, or none.',
    )
  return {
    erased: cast.filter(isKnown),
    takenOver: cast.filter((one) => !isKnown(one)),
    disabled: owners.filter(({ username }) => !USERNAMES.includes(username)),
  }
}

/** Carries out the plan in one transaction. Throws if other people work in a team that would be erased. */
export async function endDemo(db: Db, { erased, disabled }: DemoEnd): Promise<void> {
  // Members first, so that no member is left in the team of an erased administrator.
  const membersFirst = erased.toSorted((a, b) => Number(b.role === 'member') - Number(a.role === 'member'))
  await db.transaction().execute(async (trx) => {
    for (const account of membersFirst) await eraseOne(trx, account)
    for (const { id } of disabled) await disablePassword(trx, id)
  })
}

async function eraseOne(trx: Db, { id, username, team }: PasswordOwner) {
  try {
    await eraseByCommand(trx, id, 'npm run end-demo')
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'MEMBERS_REMAIN') throw error
    throw new Error(
      `${username} leads the team ${team}, in which others work. Take over ${username}, or let them leave the team.`,
    )
  }
}

export const namesOf = (accounts: PasswordOwner[]) => accounts.map(({ username }) => username).join(', ')
