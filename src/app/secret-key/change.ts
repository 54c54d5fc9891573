import { sql } from 'kysely'
import { carryAuthenticators, carryRecoveryCodes } from '#modules/accounts/factors/secret-key-change.ts'
import { carryLogEnds } from '#modules/documents/log/secret-key-change.ts'
import { carryAccessCodes } from '#modules/review/entrance/secret-key-change.ts'
import { carryAuthorityKeys } from '#modules/signing/providers/builtin/authority/secret-key-change.ts'
import { carryLogKeys } from '#modules/signing/transparency/log-key.ts'
import { carryClientSecrets } from '#modules/sso/connection/secret.ts'
import { carryEndpointKeys } from '#modules/webhooks/endpoints/secret-key-change.ts'
import { isKeyOfDatabase, isKeyTableMade, replaceSecretKey } from '#src/auth/secret-key.ts'
import type { KeyChange } from '#src/core/sealing.ts'
import type { Db } from '#src/db/db.ts'

interface Carried {
  carried: number
  /** Values that the former key could not decrypt or confirm; they remain unchanged. */
  left: string[]
}

/**
 * All lasting values in the database that depend on `SECRET_KEY`; each module changes those of its own
 * tables.
 */
const PARTS: [string, (trx: Db, change: KeyChange) => Promise<Carried>][] = [
  ['keys of the signing authority', carryAuthorityKeys],
  ['keys of the public log', carryLogKeys],
  ['authenticator apps', carryAuthenticators],
  ['recovery codes', carryRecoveryCodes],
  ['access codes of reviewers', carryAccessCodes],
  ['ends of action logs', carryLogEnds],
  ['keys of webhook endpoints', carryEndpointKeys],
  ['secrets of single sign-on', carryClientSecrets],
]

export interface KeyReport extends Carried {
  part: string
}

const UNKNOWN = 'The database does not know its key yet: start the server with it once, and stop it.'

/**
 * Re-encrypts all secrets with the new key, in one transaction. Returns null if that was already done.
 * Throws, and changes nothing, if the former key is not the key of the database.
 */
export async function changeSecretKey(db: Db, change: KeyChange): Promise<KeyReport[] | null> {
  if (!(await isKeyTableMade(db))) throw new Error(UNKNOWN)
  return db.transaction().execute(async (trx) => {
    // A server that starts during the change waits for this lock.
    await sql`lock table platform.secret_key in access exclusive mode`.execute(trx)
    if (await isKeyOfDatabase(trx, change.present)) return null
    const isFormerKnown = await isKeyOfDatabase(trx, change.former)
    if (isFormerKnown === null) throw new Error(UNKNOWN)
    if (!isFormerKnown)
      throw new Error('OLD_SECRET_KEY is not the key of this database. Nothing was changed.')
    const reports: KeyReport[] = []
    for (const [part, carry] of PARTS) reports.push({ part, ...(await carry(trx, change)) })
    await replaceSecretKey(trx, change)
    return reports
  })
}

/** Throws while a server or a command is connected; `db` must have one connection only. */
export async function refuseConnected(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`select distinct application_name as name from pg_stat_activity
    where datname = current_database() and application_name like 'qishu%' and pid <> pg_backend_pid()`.execute(
    db,
  )
  if (rows.length)
    throw new Error(
      `Servers or commands are connected to the database: ${rows.map(({ name }) => name).join(', ')}. Stop them first.`,
    )
}
