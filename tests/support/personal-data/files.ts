import { sql } from 'kysely'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'

const TEAM = 'team_id = :team'

/** The owner of a file, by the first part of its key: the table to which the id in the key belongs. */
const OWNERS: Record<string, { table: string; own: string }> = {
  documents: { table: 'documents.document', own: TEAM },
  signings: { table: 'signing.signing', own: TEAM },
  services: {
    table: 'signing.remote_signing',
    own: `signing_id in (select id from signing.signing where ${TEAM})`,
  },
  chat: { table: 'chat.conversation', own: 'account_id = :account' },
  consultations: { table: 'consultations.consultation', own: TEAM },
  slips: { table: 'orders.order', own: TEAM },
  invoices: { table: 'orders.invoice', own: `order_id in (select id from orders.order where ${TEAM})` },
  feedback: { table: 'messaging.feedback', own: 'account_id = :account' },
  authorisations: { table: 'authorisations.authorisation', own: TEAM },
}

/** The reason why files are not part of a data export. */
const NOT_EXPORTED: Record<string, string> = {
  archives: 'documents again, for a day',
  'data-exports': 'the export itself',
}

/** The first part of the key, if the file belongs to the person or their team; otherwise null. */
export async function ownedKind(db: Db, { id, teamId }: Viewer, key: string): Promise<string | null> {
  const [kind, name] = key.split('/') as [string, string]
  const owner = name.split('.')[0]!
  if (kind in NOT_EXPORTED) return null
  const place = OWNERS[kind]
  if (!place) throw new Error(`whose is ${key}?`)
  const condition = place.own.replaceAll(':team', `'${teamId}'`).replaceAll(':account', `'${id}'`)
  const { rows } = await sql
    .raw(`select 1 from ${place.table.replace('.', '."')}" where id = '${owner}' and ${condition}`)
    .execute(db)
  return rows.length ? kind : null
}

export const EXPORTED_KINDS = Object.keys(OWNERS)
