import { promises } from 'node:dns'
import { logAccountAction } from '#modules/accounts/index.ts'
import { now } from '#src/core/clock.ts'
import { AppError, notFound } from '#src/core/errors.ts'
import { isId, newId } from '#src/core/ids.ts'
import { newToken } from '#src/core/secrets.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import type { MessageKey } from '#views/language/messages.ts'
import { requireConnection, requirePlan } from './connection.ts'

/** Number of domains that a team may have. */
export const MAX_DOMAINS = 20

const resolver = new promises.Resolver({ timeout: 3000, tries: 2 })

/** The DNS record by which a team proves that it owns the domain. */
export const recordOf = ({ domain, proof }: { domain: string; proof: string }) => ({
  name: `_qishu-sso.${domain}`,
  value: `qishu-sso=${proof}`,
})

/**
 * Throws INVALID_FIELD for a domain that the team already has, and when the team has MAX_DOMAINS domains.
 */
export async function addDomain(db: Db, viewer: Viewer, domain: string) {
  const { connection, included } = await requireConnection(db, viewer)
  requirePlan({ included })
  if (connection.domains.length >= MAX_DOMAINS)
    throw new AppError('INVALID_FIELD', { max: MAX_DOMAINS }, 'sso.problem.domains')
  const row = { id: newId(), team_id: viewer.teamId, domain, proof: newToken(), created_at: now() }
  await db.transaction().execute(async (trx) => {
    const insertion = await trx
      .insertInto('sso.domain')
      .values(row)
      .onConflict((oc) => oc.constraint('domain_of_team').doNothing())
      .executeTakeFirst()
    if (!insertion.numInsertedOrUpdatedRows)
      throw new AppError('INVALID_FIELD', {}, 'sso.problem.domainTaken')
    await logAccountAction(trx, viewer, 'change-sso')
  })
}

/** Throws NOT_FOUND for an unknown domain and for another team's domain. */
export async function findDomain(db: Db, viewer: Viewer, id: string) {
  const { connection, included } = await requireConnection(db, viewer)
  const domain = isId(id) ? connection.domains.find((one) => one.id === id) : undefined
  return { ...(domain ?? notFound()), included }
}

/**
 * Looks up the domain's proof in DNS. Throws INVALID_FIELD with the reason when the record is missing or
 * wrong; throws as `requirePlan` does.
 */
export async function proveDomain(db: Db, viewer: Viewer, id: string) {
  const domain = await findDomain(db, viewer, id)
  requirePlan(domain)
  const problem = domain.proved_at ? null : await problemOf(domain)
  if (problem) throw new AppError('INVALID_FIELD', { domain: domain.domain }, problem)
  await db.transaction().execute(async (trx) => {
    const update = await trx
      .updateTable('sso.domain')
      .set({ proved_at: now() })
      .where('id', '=', id)
      .where('proved_at', 'is', null)
      .executeTakeFirst()
    if (update.numUpdatedRows) await logAccountAction(trx, viewer, 'change-sso')
  })
}

async function problemOf(domain: { domain: string; proof: string }): Promise<MessageKey | null> {
  const { name, value } = recordOf(domain)
  try {
    const records = await resolver.resolveTxt(name)
    return records.some((parts) => parts.join('').trim() === value) ? null : 'sso.problem.otherRecord'
  } catch (error) {
    const { code } = error as { code?: string }
    return code === 'ENOTFOUND' || code === 'ENODATA' ? 'sso.problem.noRecord' : 'sso.problem.noNameServer'
  }
}

/** People who are already linked stay linked. */
export async function removeDomain(db: Db, viewer: Viewer, id: string) {
  await findDomain(db, viewer, id)
  await db.transaction().execute(async (trx) => {
    const deletion = await trx.deleteFrom('sso.domain').where('id', '=', id).executeTakeFirst()
    if (deletion.numDeletedRows) await logAccountAction(trx, viewer, 'change-sso')
  })
}

/**
 * The team whose single sign-on serves the domain's addresses; null if no team does, or if several do, so
 * that no one is sent to the wrong provider.
 */
export async function teamOfDomain(db: Db, domain: string): Promise<string | null> {
  const teams = await db
    .selectFrom('sso.domain as domain')
    .innerJoin('sso.connection as connection', 'connection.team_id', 'domain.team_id')
    .select('domain.team_id')
    .where('domain', '=', domain)
    .where('proved_at', 'is not', null)
    .where('state', '=', 'enabled')
    .limit(2)
    .execute()
  return teams.length === 1 ? teams[0]!.team_id : null
}
