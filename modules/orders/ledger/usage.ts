import { DAY, fromNow, now } from '#src/core/clock.ts'
import { AppError } from '#src/core/errors.ts'
import { newId } from '#src/core/ids.ts'
import type { Db } from '#src/db/db.ts'
import { counter } from '#src/telemetry/metrics.ts'
import type { UsageKind } from '../schema.ts'

export interface Grant {
  teamId: string
  kind: UsageKind
  quantity: number
  expiresAt: Date
  key: string
  /** The order, if this is a different grant from an earlier plan's grant with the same key. */
  source?: string
}

/**
 * Adds a grant of uses that expire to the usage ledger, which is append-only. Equal keys grant once; a
 * revoked grant can be granted again.
 */
export async function grantUsage(trx: Db, grant: Grant) {
  const { teamId, kind, quantity, expiresAt, key, source } = grant
  const insertedRow = await trx
    .insertInto('orders.usage_entry')
    .values({
      id: newId(now()),
      team_id: teamId,
      kind,
      quantity: atLeastOne(quantity),
      key,
      expires_at: expiresAt,
      created_at: now(),
    })
    .onConflict((oc) => oc.column('key').doNothing())
    .executeTakeFirst()
  if (insertedRow.numInsertedOrUpdatedRows) return
  if (await isSpent(trx, backKey(key))) await grantUsage(trx, { ...grant, key: `${key} anew` })
  else if (source) await grantUsage(trx, { ...grant, key: `${key} ${source}`, source: undefined })
}

const backKey = (key: string) => `back ${key}`

/** Revokes whole grants, on behalf of staff. Throws ORDER_STATUS_WRONG if any use of them is spent. */
export async function revokeGrants(trx: Db, grantIds: string[], staffId: string) {
  if (!grantIds.length) return
  const grants = await trx
    .selectFrom('orders.usage_entry')
    .selectAll()
    .where('id', 'in', grantIds)
    .orderBy('id')
    .forUpdate()
    .execute()
  const rests = await restsOf(trx, grants)
  if (grants.some(({ quantity }, index) => rests[index]!.left !== quantity))
    throw new AppError('ORDER_STATUS_WRONG', {}, 'desk.problem.used')
  const rows = grants.map(({ key, quantity, ...grant }) => ({
    ...spendOf(grant, staffId),
    quantity: -quantity,
    key: backKey(key),
    left_after: 0,
  }))
  await trx.insertInto('orders.usage_entry').values(rows).execute()
}

interface Revocation {
  /** The maximum number of uses to revoke, over all grants. */
  max: number
  by: string
  /** Distinguishes this revocation from others of the same grant. */
  source: string
}

/**
 * Revokes the remaining uses of grants, on behalf of staff, first those that expire first. Returns the
 * revoked uses.
 */
export async function takeBackUses(trx: Db, grantIds: string[], { max, by, source }: Revocation) {
  if (!grantIds.length) return []
  const grants = await trx
    .selectFrom('orders.usage_entry')
    .selectAll()
    .where('id', 'in', grantIds)
    .orderBy('expires_at')
    .orderBy('id')
    .forUpdate()
    .execute()
  const rests = await restsOf(trx, grants)
  let missingUses = max
  const rows = grants.flatMap(({ id, team_id, kind, key }, index) => {
    const { left } = rests[index]!
    const quantity = Math.min(left, missingUses)
    missingUses -= quantity
    // The key lets a plan of the same package that begins on the same day get these uses again.
    const revocationKey = key.startsWith(PLAN) && quantity === left ? backKey(key) : `${source} ${id}`
    return quantity > 0
      ? [
          {
            ...spendOf({ id, team_id, kind }, by),
            quantity: -quantity,
            left_after: left - quantity,
            key: revocationKey,
          },
        ]
      : []
  })
  if (rows.length) await trx.insertInto('orders.usage_entry').values(rows).execute()
  return rows.map(({ kind, quantity }) => ({ kind, quantity: -quantity }))
}

const spendOf = ({ id, team_id, kind }: { id: string; team_id: string; kind: UsageKind }, by: string) => ({
  id: newId(now()),
  team_id,
  kind,
  grant_id: id,
  spent_by: by,
  created_at: now(),
  taken_back: true,
})

/** The keys that have been granted already. */
export async function grantedKeys(db: Db, keys: string[]): Promise<Set<string>> {
  if (!keys.length) return new Set()
  const rows = await db.selectFrom('orders.usage_entry').select('key').where('key', 'in', keys).execute()
  return new Set(rows.map((row) => row.key))
}

export interface Spend {
  teamId: string
  kind: UsageKind
  quantity?: number
  spentBy: string
  documentId?: string
  key: string
}

/**
 * Spends uses of the grants that expire first. Locks the grants, so that of several concurrent spends of the
 * last use one succeeds; equal keys spend once. Throws USAGE_INSUFFICIENT and spends nothing. Returns the
 * expiry of a use that was bought singly.
 */
export async function spendUsage(trx: Db, spend: Spend): Promise<{ singleUntil: Date | null }> {
  const grants = await lockGrants(trx, spend)
  if (await isSpent(trx, spend.key)) return { singleUntil: null }
  let missingUses = atLeastOne(spend.quantity ?? 1)
  const spends: { grantId: string; quantity: number; left: number }[] = []
  for (const { id, left } of await restsOf(trx, grants)) {
    const quantity = Math.min(left, missingUses)
    if (quantity > 0) spends.push({ grantId: id, quantity, left: left - quantity })
    missingUses -= quantity
  }
  if (missingUses > 0) throw new AppError('USAGE_INSUFFICIENT')
  await writeSpends(trx, spend, spends)
  countSpent({ 'qishu.kind': spend.kind }, spend.quantity ?? 1)
  const lastGrant = grants.find(({ id }) => id === spends.at(-1)!.grantId)!
  return { singleUntil: lastGrant.key.startsWith(SINGLE) ? lastGrant.expires_at : null }
}

const countSpent = counter({
  name: 'qishu.uses.spent',
  description: 'Uses taken from the ledger, by kind',
  unit: '{use}',
})

const returnedKey = (key: string) => `returned ${key}`

/** The minimum validity of returned uses. */
const RETURNED_VALIDITY = 30 * DAY

/**
 * Returns the uses that were spent under this key, once. They are valid as long as their grants, and at
 * least a month.
 */
export async function returnUse(trx: Db, key: string) {
  const spends = await trx
    .selectFrom('orders.usage_entry as entry')
    .innerJoin('orders.usage_entry as grant', 'grant.id', 'entry.grant_id')
    .select(['entry.id', 'entry.team_id', 'entry.kind', 'entry.quantity', 'entry.key', 'grant.expires_at'])
    .where((eb) => eb.or([eb('entry.key', '=', key), eb('entry.key', 'like', `${key} #%`)]))
    .execute()
  for (const { team_id: teamId, kind, quantity, key: grantKey, expires_at: grantEnd } of spends) {
    const minExpiry = fromNow(RETURNED_VALIDITY)
    const expiresAt = grantEnd && grantEnd > minExpiry ? grantEnd : minExpiry
    await grantUsage(trx, { teamId, kind, quantity: -quantity, expiresAt, key: returnedKey(grantKey) })
  }
}

/** The prefixes of the keys of grants, of single purchases and of a month of a plan. */
export const SINGLE = 'order '
export const PLAN = 'plan '

function atLeastOne(quantity: number): number {
  if (!Number.isInteger(quantity) || quantity < 1) throw new Error(`a quantity of ${quantity}`)
  return quantity
}

async function lockGrants(trx: Db, { teamId, kind }: Spend) {
  return trx
    .selectFrom('orders.usage_entry')
    .select(['id', 'quantity', 'key', 'expires_at'])
    .where('team_id', '=', teamId)
    .where('kind', '=', kind)
    .where('quantity', '>', 0)
    .where('expires_at', '>', now())
    .orderBy('expires_at')
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** The rest of each grant. Reads it after the lock, so that concurrent spends are included. */
async function restsOf(trx: Db, grants: { id: string; quantity: number }[]) {
  const ids = grants.map((grant) => grant.id)
  if (!ids.length) return []
  const rows = await trx
    .selectFrom('orders.usage_entry')
    .select((eb) => ['grant_id', eb.fn.min('left_after').as('left')])
    .where('grant_id', 'in', ids)
    .groupBy('grant_id')
    .execute()
  const remainingById = new Map(rows.map((row) => [row.grant_id, row.left!]))
  return grants.map(({ id, quantity }) => ({ id, left: remainingById.get(id) ?? quantity }))
}

/** Writes the spends. A spend from several grants is several rows; only the first has the key unchanged. */
async function writeSpends(
  trx: Db,
  { teamId, kind, spentBy, documentId, key }: Spend,
  spends: { grantId: string; quantity: number; left: number }[],
) {
  const rows = spends.map(({ grantId, quantity, left }, index) => ({
    id: newId(now()),
    team_id: teamId,
    kind,
    quantity: -quantity,
    key: index === 0 ? key : `${key} #${index + 1}`,
    grant_id: grantId,
    left_after: left,
    spent_by: spentBy,
    document_id: documentId ?? null,
    created_at: now(),
  }))
  await trx.insertInto('orders.usage_entry').values(rows).execute()
}

async function isSpent(trx: Db, key: string): Promise<boolean> {
  const row = await trx
    .selectFrom('orders.usage_entry')
    .select('id')
    .where('key', '=', key)
    .executeTakeFirst()
  return row !== undefined
}
