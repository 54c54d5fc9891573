import type { Expression } from 'kysely'
import { ago, DAY, now } from '#src/core/clock.ts'
import { firstIdAt, isId, newId } from '#src/core/ids.ts'
import { onePage } from '#src/core/paging.ts'
import { requestOrigin } from '#src/core/request.ts'
import type { Db } from '#src/db/db.ts'
import type { SecurityEventKind } from '#src/db/platform-schema.ts'
import { type Limit, takesPoint } from './rate-limit.ts'

/** Longer than the six months that the Cybersecurity Law requires. */
export const KEPT_DAYS = 190

interface NewEvent {
  kind: SecurityEventKind
  /** Null when the account is unknown. */
  accountId: string | null
  /** The team of the account, or a query for it. */
  teamId: string | null | Expression<string | null>
  /** The account that acted; left out if it is the account itself. */
  actorId?: string
  /** Codes of `securityEvents.detail` or of errors, separated by spaces. */
  detail?: string
  route?: string
}

/**
 * Records a security event with the origin of the current request, in the transaction of the change that it
 * is about.
 */
export async function recordSecurityEvent(trx: Db, { kind, accountId, teamId, actorId, ...rest }: NewEvent) {
  const { address, device } = requestOrigin()
  const time = now()
  await trx
    .insertInto('platform.security_event')
    .values({
      ...rest,
      id: newId(time),
      kind,
      account_id: accountId,
      team_id: teamId,
      actor_id: actorId && actorId !== accountId ? actorId : null,
      address,
      device,
      created_at: time,
    })
    .execute()
}

/**
 * Limits on the number of recorded refusals per hour, so that the table cannot be flooded. The log has all
 * refusals.
 */
const NETWORK_LIMIT: Limit = { name: 'event-network', points: 60, per: 3600 }
const ACCOUNT_LIMIT: Limit = { name: 'event-account', points: 100, per: 3600 }

/** Records a refusal. Uses its own transaction, because the refusal has ended the caller's. */
export async function recordRefusal(db: Db, event: NewEvent) {
  const { network } = requestOrigin()
  if (!(await takesPoint(NETWORK_LIMIT, network))) return
  if (event.accountId && !(await takesPoint(ACCOUNT_LIMIT, event.accountId))) return
  await recordSecurityEvent(db, event)
}

export interface EventFilter {
  /** Selects the events of one account, or of all who worked in a team. */
  accountId?: string
  teamId?: string
  address?: string
  kind?: SecurityEventKind
  from?: Date
  /** Exclusive. */
  to?: Date
}

const PAGE_SIZE = 30

const events = (db: Db) =>
  db
    .selectFrom('platform.security_event')
    .select(['id', 'kind', 'account_id as accountId', 'actor_id as actorId', 'detail', 'route'])
    .select(['address', 'device', 'created_at as at'])

/** One page of the events, newest first; `beforeId` is the last id of the previous page. */
export async function listSecurityEvents(db: Db, filter: EventFilter, beforeId = '') {
  const { accountId, teamId, address, kind, from, to } = filter
  let query = events(db)
    .orderBy('id', 'desc')
    .limit(PAGE_SIZE + 1)
  if (accountId) query = query.where('account_id', '=', accountId)
  if (teamId) query = query.where('team_id', '=', teamId)
  if (address) query = query.where('address', '=', address)
  if (kind) query = query.where('kind', '=', kind)
  if (from) query = query.where('id', '>=', firstIdAt(from))
  if (to) query = query.where('id', '<', firstIdAt(to))
  if (isId(beforeId)) query = query.where('id', '<', beforeId)
  return onePage(await query.execute(), PAGE_SIZE)
}

export type SecurityEvent = Awaited<ReturnType<typeof listSecurityEvents>>['rows'][number]

/** Whether the account itself acted, so that the address and the browser belong to it. */
export const isOwn = ({ actorId }: Pick<SecurityEvent, 'actorId'>) => actorId === null

/** The events of one account, for the export of its data; without the addresses and browsers of others. */
export async function exportSecurityEvents(db: Db, accountId: string) {
  const rows = await events(db).where('account_id', '=', accountId).orderBy('id').execute()
  return rows.map(({ kind, detail, route, at: time, address, device, actorId }) => ({
    kind,
    detail,
    route,
    at: time,
    ...(actorId === null ? { address, device } : { byOthers: true }),
  }))
}

export async function deleteOldSecurityEvents(db: Db) {
  await db
    .deleteFrom('platform.security_event')
    .where('id', '<', firstIdAt(ago(KEPT_DAYS * DAY)))
    .execute()
}
