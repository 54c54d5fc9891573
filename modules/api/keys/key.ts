import ipaddr from 'ipaddr.js'
import { type Selectable, sql } from 'kysely'
import {
  ensureAutomatedUser,
  findAutomatedUser,
  logAccountAction,
  requirePermission,
  teamNames,
} from '#modules/accounts/index.ts'
import { planIncludes } from '#modules/orders/index.ts'
import { ago, DAY, MINUTE, now } from '#src/core/clock.ts'
import { AppError, notFound } from '#src/core/errors.ts'
import { isId, newId } from '#src/core/ids.ts'
import { hashOf, newToken } from '#src/core/secrets.ts'
import type { Permission, Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import type { Scope } from '#src/http/programs/operation.ts'
import type { KeyTable } from '../schema.ts'
import type { NewKey } from './key-form.ts'

/** The maximum number of keys that are neither revoked nor expired. */
export const MAX_KEYS = 20

/** A prefix by which scanners for leaked secrets recognise a key. */
const PREFIX = 'qishu_'

const keysOf = (db: Db, { teamId }: Pick<Viewer, 'teamId'>) =>
  db.selectFrom('api.key').where('api.key.team_id', '=', teamId)

/** The keys of the viewer's team, newest first, and whether its plan includes the API. */
export async function listKeys(db: Db, viewer: Viewer) {
  requirePermission(viewer, 'team.edit')
  const keys = await keysOf(db, viewer)
    .leftJoin(teamNames(db, viewer).as('creator'), 'creator.id', 'created_by')
    .select(['api.key.id', 'api.key.name', 'token_start', 'scopes', 'networks', 'creator.name as creator'])
    .select(['created_at', 'expires_at', 'used_at', 'revoked_at'])
    .orderBy('api.key.id', 'desc')
    .limit(100)
    .execute()
  return { keys, included: await isIncluded(db, viewer.teamId) }
}

export type ListedKey = Awaited<ReturnType<typeof listKeys>>['keys'][number]

async function isIncluded(db: Db, teamId: string): Promise<boolean> {
  const included = planIncludes(db, sql<string>`${teamId}::uuid`, 'automated_user').as('included')
  return (await db.selectNoFrom([included]).executeTakeFirstOrThrow()).included
}

/**
 * Creates a key and returns it; it is not stored and cannot be shown again. `userName` is the name of the
 * team's automated user, which is created with the first key. Throws ACCESS_DENIED without a plan that
 * includes the API, and INVALID_FIELD beyond MAX_KEYS.
 */
export async function createKey(
  db: Db,
  viewer: Viewer,
  { name, scopes, days, networks }: NewKey,
  userName: string,
): Promise<string> {
  requirePermission(viewer, 'team.edit')
  if (!(await isIncluded(db, viewer.teamId)))
    throw new AppError('ACCESS_DENIED', {}, 'common.programs.missing')
  const token = PREFIX + newToken()
  await db.transaction().execute(async (trx) => {
    await ensureAutomatedUser(trx, viewer, userName)
    const { count } = await validKeys(trx, viewer)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    if (count >= MAX_KEYS) throw new AppError('INVALID_FIELD', { max: MAX_KEYS }, 'api.problem.keys')
    await trx
      .insertInto('api.key')
      .values({
        id: newId(),
        team_id: viewer.teamId,
        name,
        token_hash: hashOf(token),
        token_start: token.slice(0, PREFIX.length + 6),
        scopes,
        networks,
        created_by: viewer.id,
        created_at: now(),
        expires_at: new Date(now().getTime() + days * DAY),
      })
      .execute()
      .catch(onNameTaken)
    await logAccountAction(trx, viewer, 'create-api-key')
  })
  return token
}

/** The problem when another key of the team that is not revoked has the same name. */
export const NAME_TAKEN = 'api.problem.name'

function onNameTaken(error: unknown): never {
  if ((error as { constraint?: string }).constraint === 'key_name')
    throw new AppError('INVALID_FIELD', {}, NAME_TAKEN)
  throw error
}

const validKeys = (db: Db, viewer: Pick<Viewer, 'teamId'>) =>
  keysOf(db, viewer).where('revoked_at', 'is', null).where('expires_at', '>', now())

/** Throws NOT_FOUND for an unknown key and for a key of another team. */
export async function findKey(db: Db, viewer: Viewer, id: string) {
  requirePermission(viewer, 'team.edit')
  const key = isId(id)
    ? await keysOf(db, viewer)
        .select(['id', 'name', 'token_start', 'revoked_at'])
        .where('id', '=', id)
        .executeTakeFirst()
    : undefined
  return key ?? notFound()
}

/** Revokes a key, which is refused from the next request on; does nothing if it is already revoked. */
export async function revokeKey(db: Db, viewer: Viewer, id: string) {
  await findKey(db, viewer, id)
  await db.transaction().execute(async (trx) => {
    const update = await trx
      .updateTable('api.key')
      .set({ revoked_at: now(), revoked_by: viewer.id })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .executeTakeFirst()
    if (update.numUpdatedRows) await logAccountAction(trx, viewer, 'revoke-api-key')
  })
}

/** The key of a request, and the automated user whose permissions the request has. */
export interface KeyAccess {
  keyId: string
  scopes: readonly Scope[]
  viewer: Viewer
}

/**
 * The access that a key gives. Throws INVALID for an unknown, revoked or expired key; ACCESS_DENIED for a
 * request from a network that the key does not allow, or when the team's plan no longer includes the API.
 */
export async function openKey(db: Db, token: string, address: string): Promise<KeyAccess> {
  const key = token.startsWith(PREFIX)
    ? await db.selectFrom('api.key').selectAll().where('token_hash', '=', hashOf(token)).executeTakeFirst()
    : undefined
  if (!key || key.revoked_at || key.expires_at <= now()) throw new AppError('INVALID', {}, 'api.problem.key')
  if (!isAllowedFrom(key, address)) throw new AppError('ACCESS_DENIED', {}, 'api.problem.network')
  const user = await findAutomatedUser(db, key.team_id)
  if (!user) throw new AppError('INVALID', {}, 'api.problem.key')
  if (!(await isIncluded(db, key.team_id))) throw new AppError('ACCESS_DENIED', {}, 'common.programs.missing')
  await recordUse(db, key)
  const permissions = user.permissions.filter((one) => permissionsOf(key.scopes).includes(one))
  return { keyId: key.id, scopes: key.scopes, viewer: { ...user, permissions } }
}

/**
 * The permissions that a scope needs; a key without the scope cannot call the operations of these
 * permissions.
 */
const PERMISSIONS: Partial<Record<Scope, Permission[]>> = {
  'documents:write': ['document.create', 'document.finalise'],
  'signing:start': ['document.sign', 'seal.use'],
  'contacts:write': ['document.create'],
}

/** The permissions of the automated user that remain for a key with these scopes. */
const permissionsOf = (scopes: readonly Scope[]): Permission[] => [
  'team.documents',
  'template.type_1',
  'template.type_2',
  ...scopes.flatMap((scope) => PERMISSIONS[scope] ?? []),
]

/** Whether a request may come from this address. */
export function isAllowedFrom(
  { networks }: Pick<Selectable<KeyTable>, 'networks'>,
  address: string,
): boolean {
  if (!networks.length) return true
  if (!ipaddr.isValid(address)) return false
  const requestAddress = ipaddr.process(address)
  return networks.some((network) => {
    const [base, bits] = ipaddr.parseCIDR(network)
    return requestAddress.kind() === base.kind() && requestAddress.match(base as never, bits)
  })
}

/** Records the use of a key at most once a minute, so that most requests that only read write nothing. */
async function recordUse(db: Db, { id, used_at }: Pick<Selectable<KeyTable>, 'id' | 'used_at'>) {
  if (used_at && used_at > ago(MINUTE)) return
  await db.updateTable('api.key').set({ used_at: now() }).where('id', '=', id).execute()
}

/** Deletes the keys of erased teams, with their stored responses. */
export async function eraseKeys(trx: Db, { teamIds }: { teamIds: string[] }) {
  await trx.deleteFrom('api.key').where('team_id', 'in', teamIds).execute()
}
