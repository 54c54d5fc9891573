import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { logAccountAction, requirePermission, teamNames } from '#modules/accounts/index.ts'
import { planIncludes } from '#modules/orders/index.ts'
import { now } from '#src/core/clock.ts'
import { AppError, notFound } from '#src/core/errors.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { discover, type ProviderAccess } from '../login/provider.ts'
import { ProviderError } from '../login/provider-error.ts'
import type { ConnectionInput } from './connection-form.ts'
import { openSecret, sealSecret } from './secret.ts'

/** The page lists at most this many linked people, and counts the rest. */
const MAX_LISTED_PEOPLE = 200

/** The people of the team who are linked with its provider. */
export const identitiesOf = (db: Db, viewer: Viewer) =>
  db
    .selectFrom('sso.identity as identity')
    .innerJoin(teamNames(db, viewer).as('person'), 'person.id', 'identity.account_id')
    .select(['identity.id', 'subject', 'person.name'])
    .where('identity.team_id', '=', viewer.teamId)

/** Whether the team's plan includes single sign-on: every plan with API access does. */
const planIncludesSso = (db: Db, teamId: string) =>
  planIncludes(db, sql<string>`${teamId}::uuid`, 'automated_user').as('included')

/**
 * The connection of the viewer's team with its domains and linked people (null before it is set up), and
 * whether the team's plan includes single sign-on.
 */
export async function findConnection(db: Db, viewer: Viewer) {
  requirePermission(viewer, 'team.edit')
  const { teamId } = viewer
  const domains = db
    .selectFrom('sso.domain')
    .select(['id', 'domain', 'proof', 'proved_at'])
    .where('team_id', '=', teamId)
    .orderBy('domain')
  const people = identitiesOf(db, viewer).orderBy('person.name').limit(MAX_LISTED_PEOPLE)
  const count = identitiesOf(db, viewer)
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('count'))
  const connection = await db
    .selectFrom('sso.connection')
    .select(['issuer', 'client_id', 'adds_members', 'state'])
    .select([jsonArrayFrom(domains).as('domains'), jsonArrayFrom(people).as('people')])
    .select(count.$asScalar().$notNull().as('linked'))
    .where('team_id', '=', teamId)
    .executeTakeFirst()
  const planFact = await db.selectNoFrom([planIncludesSso(db, teamId)]).executeTakeFirstOrThrow()
  return { connection: connection ?? null, ...planFact }
}

export type Connection = NonNullable<Awaited<ReturnType<typeof findConnection>>['connection']>

/** Same as `findConnection`, but throws NOT_FOUND before the connection is set up. */
export async function requireConnection(db: Db, viewer: Viewer) {
  const { connection, included } = await findConnection(db, viewer)
  return { connection: connection ?? notFound(), included }
}

/** Throws ACCESS_DENIED without a plan that includes single sign-on. */
export function requirePlan({ included }: { included: boolean }) {
  if (!included) throw new AppError('ACCESS_DENIED', {}, 'sso.problem.plan')
}

/** The team's provider with its secret, for a login; undefined when the team has no provider. */
export async function findProvider(db: Db, teamId: string) {
  const row = await db
    .selectFrom('sso.connection')
    .select(['issuer', 'client_id', 'sealed_secret', 'adds_members', 'state'])
    .select(planIncludesSso(db, teamId))
    .where('team_id', '=', teamId)
    .executeTakeFirst()
  if (!row) return undefined
  const { client_id: clientId, sealed_secret, ...providerFields } = row
  const secret = openSecret(teamId, sealed_secret)
  return { ...providerFields, clientId, secret, teamId }
}

export type Provider = NonNullable<Awaited<ReturnType<typeof findProvider>>>

/** Throws a ProviderError for a secret that cannot be decrypted, because `SECRET_KEY` was lost. */
export function accessOf({ issuer, clientId, secret }: Provider): ProviderAccess {
  if (secret === null) throw new ProviderError('secretLost')
  return { issuer, clientId, secret }
}

/**
 * Sets up or changes the connection after checking that the provider answers. A new issuer or client id
 * unlinks everyone, because the ids of people depend on both. Without a new secret the stored one stays.
 * Throws ACCESS_DENIED if the plan does not include single sign-on, INVALID_FIELD for a missing secret, and
 * a ProviderError.
 */
export async function saveConnection(db: Db, viewer: Viewer, input: ConnectionInput) {
  requirePlan(await findConnection(db, viewer))
  const { teamId } = viewer
  const storedProvider = await findProvider(db, teamId)
  // The stored secret is never sent to another provider.
  const isSameIssuer = storedProvider && new URL(storedProvider.issuer).href === input.issuer
  const secret = input.secret || (isSameIssuer && storedProvider.secret)
  if (!secret) throw new AppError('INVALID_FIELD', { field: 'secret' }, 'common.problem.required')
  const configuration = await discover({ issuer: input.issuer, clientId: input.clientId, secret })
  const issuer = configuration.serverMetadata().issuer
  const row = {
    issuer,
    client_id: input.clientId,
    sealed_secret: sealSecret(teamId, secret),
    adds_members: input.addsMembers,
  }
  await db.transaction().execute(async (trx) => {
    const storedConnection = await lockConnection(trx, teamId)
    await trx
      .insertInto('sso.connection')
      .values({ ...row, team_id: teamId, state: 'disabled', created_by: viewer.id, created_at: now() })
      .onConflict((oc) => oc.column('team_id').doUpdateSet(row))
      .execute()
    if (
      storedConnection &&
      (storedConnection.issuer !== issuer || storedConnection.client_id !== input.clientId)
    ) {
      await trx.deleteFrom('sso.identity').where('team_id', '=', teamId).execute()
      await trx.deleteFrom('sso.attempt').where('team_id', '=', teamId).execute()
    }
    await logAccountAction(trx, viewer, storedConnection ? 'change-sso' : 'create-sso')
  })
}

/** Locks the team's connection until the transaction ends. */
export const lockConnection = (trx: Db, teamId: string) =>
  trx
    .selectFrom('sso.connection')
    .select(['issuer', 'client_id', 'state', 'adds_members'])
    .where('team_id', '=', teamId)
    .forUpdate()
    .executeTakeFirst()

/**
 * Switches the connection on or off; does nothing if it already is. Throws as `requirePlan` does when
 * switching on, and INVALID_FIELD without a proved domain, because no login could succeed.
 */
export async function switchConnection(db: Db, viewer: Viewer, state: 'enabled' | 'disabled') {
  const { connection, included } = await requireConnection(db, viewer)
  if (state === 'enabled') {
    requirePlan({ included })
    if (!connection.domains.some(({ proved_at }) => proved_at))
      throw new AppError('INVALID_FIELD', {}, 'sso.problem.noDomain')
  }
  await db.transaction().execute(async (trx) => {
    const update = await trx
      .updateTable('sso.connection')
      .set({ state })
      .where('team_id', '=', viewer.teamId)
      .where('state', '!=', state)
      .executeTakeFirst()
    if (update.numUpdatedRows) await logAccountAction(trx, viewer, 'change-sso')
  })
}

/** Removes the connection with its domains and links; the accounts stay. */
export async function removeConnection(db: Db, viewer: Viewer) {
  requirePermission(viewer, 'team.edit')
  await db.transaction().execute(async (trx) => {
    const deletion = await trx
      .deleteFrom('sso.connection')
      .where('team_id', '=', viewer.teamId)
      .executeTakeFirst()
    if (deletion.numDeletedRows) await logAccountAction(trx, viewer, 'remove-sso')
  })
}

/** Deletes the connections of erased teams, and the links of an erased account. */
export async function eraseConnections(
  trx: Db,
  { teamIds, accountId }: { teamIds: string[]; accountId: string },
) {
  await trx.deleteFrom('sso.identity').where('account_id', '=', accountId).execute()
  await trx.deleteFrom('sso.attempt').where('account_id', '=', accountId).execute()
  if (teamIds.length) await trx.deleteFrom('sso.connection').where('team_id', 'in', teamIds).execute()
}
