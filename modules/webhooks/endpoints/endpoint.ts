import { sql } from 'kysely'
import { logAccountAction, requirePermission } from '#modules/accounts/index.ts'
import { planIncludes } from '#modules/orders/index.ts'
import { DAY, fromNow, now } from '#src/core/clock.ts'
import { AppError } from '#src/core/errors.ts'
import { isId, newId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { countFailed } from '../deliveries/failed.ts'
import { newKeys, publicKeyText, sealKeys, secretText } from '../sending/keys.ts'
import { recordTest } from '../sending/record.ts'
import type { EndpointInput } from './endpoint-form.ts'

/** Number of endpoints that a team may have. */
export const MAX_ENDPOINTS = 10

/** How long the previous keys are still used for signing after a rotation. */
const PREVIOUS_KEYS_LIFETIME = DAY

const endpointsOf = (db: Db, { teamId }: Pick<Viewer, 'teamId'>) =>
  db.selectFrom('webhooks.endpoint as endpoint').where('endpoint.team_id', '=', teamId)

const planIncludesApi = (db: Db, { teamId }: Pick<Viewer, 'teamId'>) =>
  planIncludes(db, sql<string>`${teamId}::uuid`, 'automated_user').as('included')

/** The endpoints of the viewer's team, and whether its plan includes API access. */
export async function listEndpoints(db: Db, viewer: Viewer) {
  requirePermission(viewer, 'team.edit')
  const endpoints = await endpointsOf(db, viewer)
    .select(['id', 'url', 'description', 'types', 'state', 'disabled_because', 'failing_since'])
    .orderBy('id')
    .execute()
  return { endpoints, ...(await db.selectNoFrom([planIncludesApi(db, viewer)]).executeTakeFirstOrThrow()) }
}

export type ListedEndpoint = Awaited<ReturnType<typeof listEndpoints>>['endpoints'][number]

/**
 * Throws NOT_FOUND with a text saying that the endpoint may have been removed in another tab or by a
 * colleague; used for another team's endpoint too.
 */
export function throwEndpointGone(): never {
  throw new AppError('NOT_FOUND', {}, 'webhooks.problem.gone')
}

/** Throws NOT_FOUND for an unknown endpoint and for another team's. */
export async function findEndpoint(db: Db, viewer: Viewer, id: string) {
  requirePermission(viewer, 'team.edit')
  const endpoint = isId(id)
    ? await endpointsOf(db, viewer)
        .select(['id', 'url', 'description', 'types', 'state', 'disabled_because', 'disabled_at'])
        .select(['public_key', 'former_until', 'failing_since', 'created_at'])
        .select([planIncludesApi(db, viewer), countFailed().as('failed')])
        .where('id', '=', id)
        .executeTakeFirst()
    : undefined
  return endpoint ?? throwEndpointGone()
}

export type Endpoint = Awaited<ReturnType<typeof findEndpoint>>

/** Whether the endpoint has failed deliveries that can be sent again now. */
export const canRepeat = ({ state, included, failed }: Endpoint) =>
  state === 'enabled' && included && failed > 0

/** Throws ACCESS_DENIED without a plan that includes API access. */
export function requirePlan({ included }: { included: boolean }) {
  if (!included) throw new AppError('ACCESS_DENIED', {}, 'common.programs.missing')
}

/** Throws INVALID_FIELD for a disabled endpoint. */
export function requireEnabled(state: Endpoint['state']) {
  if (state === 'disabled') throw new AppError('INVALID_FIELD', {}, 'webhooks.problem.disabled')
}

/**
 * Creates an endpoint and returns its id and secret; the secret is not shown again. Throws as `requirePlan`
 * does, and INVALID_FIELD if the team has MAX_ENDPOINTS or already uses this URL.
 */
export async function createEndpoint(db: Db, viewer: Viewer, input: EndpointInput) {
  const { included } = await listEndpoints(db, viewer)
  requirePlan({ included })
  const id = newId()
  const keys = newKeys()
  await db.transaction().execute(async (trx) => {
    await lockTeam(trx, viewer)
    const { count } = await endpointsOf(trx, viewer)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    if (Number(count) >= MAX_ENDPOINTS)
      throw new AppError('INVALID_FIELD', { max: MAX_ENDPOINTS }, 'webhooks.problem.endpoints')
    await trx
      .insertInto('webhooks.endpoint')
      .values({
        id,
        team_id: viewer.teamId,
        ...input,
        state: 'enabled',
        sealed_keys: sealKeys(id, keys),
        public_key: publicKeyText(keys),
        created_by: viewer.id,
        created_at: now(),
      })
      .execute()
      .catch(onUrlTaken)
    await logAccountAction(trx, viewer, 'create-webhook')
  })
  return { id, secret: secretText(keys) }
}

/** Makes concurrent creations run one after the other, so that the limit counts both. */
const lockTeam = (trx: Db, { teamId }: Viewer) =>
  sql`select pg_advisory_xact_lock(hashtext(${`webhooks ${teamId}`}))`.execute(trx)

/** The problem of a URL that another endpoint of the team already has. */
export const URL_TAKEN = 'webhooks.problem.taken'

function onUrlTaken(error: unknown): never {
  if ((error as { constraint?: string }).constraint === 'endpoint_url')
    throw new AppError('INVALID_FIELD', {}, URL_TAKEN)
  throw error
}

/** Throws as `createEndpoint` does. */
export async function changeEndpoint(db: Db, viewer: Viewer, id: string, input: EndpointInput) {
  requirePlan(await findEndpoint(db, viewer, id))
  await db.transaction().execute(async (trx) => {
    await trx.updateTable('webhooks.endpoint').set(input).where('id', '=', id).execute().catch(onUrlTaken)
    await logAccountAction(trx, viewer, 'change-webhook')
  })
}

/**
 * Replaces the keys that have `previousPublicKey` by new ones, and returns the new secret, which is not
 * shown again; the previous keys are still used for a day. Throws INVALID_FIELD if these keys were already
 * replaced: a second click would otherwise end the keys that the receiver uses.
 */
export async function rotateKeys(
  db: Db,
  viewer: Viewer,
  id: string,
  previousPublicKey: string,
): Promise<string> {
  await findEndpoint(db, viewer, id)
  const keys = newKeys()
  await db.transaction().execute(async (trx) => {
    const update = await trx
      .updateTable('webhooks.endpoint')
      .set((eb) => ({
        former_keys: eb.ref('sealed_keys'),
        former_until: fromNow(PREVIOUS_KEYS_LIFETIME),
        sealed_keys: sealKeys(id, keys),
        public_key: publicKeyText(keys),
      }))
      .where('id', '=', id)
      .where('public_key', '=', previousPublicKey)
      .executeTakeFirst()
    if (!update.numUpdatedRows) throw new AppError('INVALID_FIELD', {}, 'webhooks.problem.rotated')
    await logAccountAction(trx, viewer, 'rotate-webhook')
  })
  return secretText(keys)
}

/**
 * Enables or disables an endpoint; does nothing if it already is. Throws as `requirePlan` does when
 * enabling.
 */
export async function switchEndpoint(db: Db, viewer: Viewer, id: string, state: 'enabled' | 'disabled') {
  const endpoint = await findEndpoint(db, viewer, id)
  if (state === 'enabled') requirePlan(endpoint)
  await db.transaction().execute(async (trx) => {
    const update = await trx
      .updateTable('webhooks.endpoint')
      .set({
        state,
        failing_since: null,
        disabled_because: state === 'disabled' ? 'person' : null,
        disabled_at: state === 'disabled' ? now() : null,
      })
      .where('id', '=', id)
      .where('state', '!=', state)
      .executeTakeFirst()
    if (update.numUpdatedRows) await logAccountAction(trx, viewer, 'change-webhook')
  })
}

/** Removes an endpoint with its deliveries. */
export async function removeEndpoint(db: Db, viewer: Viewer, id: string) {
  await findEndpoint(db, viewer, id)
  await db.transaction().execute(async (trx) => {
    const deletion = await trx.deleteFrom('webhooks.endpoint').where('id', '=', id).executeTakeFirst()
    if (deletion.numDeletedRows) await logAccountAction(trx, viewer, 'remove-webhook')
  })
}

/** Throws as `requirePlan` and `requireEnabled` do. */
export async function sendTest(db: Db, viewer: Viewer, id: string) {
  const endpoint = await findEndpoint(db, viewer, id)
  requirePlan(endpoint)
  requireEnabled(endpoint.state)
  await db.transaction().execute((trx) => recordTest(trx, id))
}

/** Deletes the endpoints of erased teams, with their deliveries. */
export async function eraseEndpoints(trx: Db, { teamIds }: { teamIds: string[] }) {
  await trx.deleteFrom('webhooks.endpoint').where('team_id', 'in', teamIds).execute()
}
