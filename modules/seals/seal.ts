import type { Selectable } from 'kysely'
import { requirePermission } from '#modules/accounts/index.ts'
import { now } from '#src/core/clock.ts'
import { AppError, notFound } from '#src/core/errors.ts'
import { isId, newId } from '#src/core/ids.ts'
import { hashOf } from '#src/core/secrets.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import type { SealKind, SealLook, SealTable, UseTable } from './schema.ts'

export type Seal = Selectable<SealTable>

/** Number of seals that a team may have in use; each picture takes up to 300 KB. */
export const MAX_SEALS = 30

/** The look of a seal, and the PNG if it was uploaded. */
export interface SealPicture {
  look: SealLook
  picture: Uint8Array | null
}

export const canManageSeals = ({ permissions }: Viewer) =>
  permissions.includes('team.edit') && permissions.includes('seal.use')

/** Only administrators add and retire seals; everyone with `seal.use` may see them. */
function requireManager(viewer: Viewer) {
  if (!canManageSeals(viewer)) throw new AppError('ACCESS_DENIED')
}

const sealsOf = (db: Db, { teamId }: Viewer) => db.selectFrom('seals.seal').where('team_id', '=', teamId)

export type ListedSeal = Omit<Seal, 'picture' | 'fingerprint'>

const LISTED_COLUMNS = [
  'id',
  'team_id',
  'kind',
  'label',
  'look',
  'created_by',
  'created_at',
  'retired_at',
] as const

/** A team's seals, those in use first, then the newest. Throws ACCESS_DENIED without `seal.use`. */
export async function listSeals(db: Db, viewer: Viewer): Promise<ListedSeal[]> {
  requirePermission(viewer, 'seal.use')
  return sealsOf(db, viewer)
    .select(LISTED_COLUMNS)
    .orderBy((eb) => eb('retired_at', 'is not', null))
    .orderBy('created_at', 'desc')
    .limit(200)
    .execute()
}

/** A query expression: the seals that the viewer may choose now; none without `seal.use`. */
export const usableSeals = (db: Db, viewer: Viewer) =>
  sealsOf(db, viewer)
    .select(['id', 'kind', 'label'])
    .where('retired_at', 'is', null)
    .where((eb) => eb.lit(viewer.permissions.includes('seal.use')))
    .orderBy('created_at', 'desc')
    .limit(200)

/** Throws NOT_FOUND for an unknown seal and another team's seal, ACCESS_DENIED without `seal.use`. */
export async function findSeal(db: Db, viewer: Viewer, id: string): Promise<Seal> {
  requirePermission(viewer, 'seal.use')
  if (!isId(id)) notFound()
  return (await sealsOf(db, viewer).selectAll().where('id', '=', id).executeTakeFirst()) ?? notFound()
}

/** The latest uses of a seal, newest first. */
export const listUses = (db: Db, { id }: Pick<Seal, 'id'>): Promise<Selectable<UseTable>[]> =>
  db.selectFrom('seals.use').selectAll().where('seal_id', '=', id).orderBy('at', 'desc').limit(200).execute()

interface NewSeal extends SealPicture {
  kind: SealKind
  label: string
}

/**
 * Adds a seal and returns its id. Throws ACCESS_DENIED for anyone but administrators, SEAL_EXISTS for a
 * picture that the team already has, SEAL_LIMIT.
 */
export async function addSeal(db: Db, viewer: Viewer, { look, picture, ...row }: NewSeal): Promise<string> {
  requireManager(viewer)
  const id = newId()
  const fingerprint = fingerprintOf({ look, picture })
  await db.transaction().execute(async (trx) => {
    const activeSeals = await sealsOf(trx, viewer)
      .select('id')
      .where('retired_at', 'is', null)
      .forUpdate()
      .execute()
    if (activeSeals.length >= MAX_SEALS) throw new AppError('SEAL_LIMIT', { max: MAX_SEALS })
    const insertedRow = await trx
      .insertInto('seals.seal')
      .values({
        id,
        team_id: viewer.teamId,
        ...row,
        look: JSON.stringify(look),
        picture: picture && Buffer.from(picture),
        fingerprint,
        created_by: viewer.name,
        created_at: now(),
        retired_at: null,
      })
      .onConflict((oc) => oc.doNothing())
      .executeTakeFirst()
    if (insertedRow.numInsertedOrUpdatedRows !== 1n) throw new AppError('SEAL_EXISTS')
  })
  return id
}

function fingerprintOf({ look, picture }: SealPicture): string {
  const texts = look.way === 'drawn' ? Object.entries(look.design).sort() : [look.width, look.height]
  return hashOf(JSON.stringify([look.way, texts, picture && hashOf(picture)]))
}

export async function renameSeal(db: Db, viewer: Viewer, id: string, label: string) {
  requireManager(viewer)
  const { id: sealId } = await findSeal(db, viewer, id)
  await db.updateTable('seals.seal').set({ label }).where('id', '=', sealId).execute()
}

/** From now on the seal cannot be chosen; signings that were sent with it keep its picture. */
export async function retireSeal(db: Db, viewer: Viewer, id: string) {
  requireManager(viewer)
  const { id: sealId } = await findSeal(db, viewer, id)
  await db
    .updateTable('seals.seal')
    .set({ retired_at: now() })
    .where('id', '=', sealId)
    .where('retired_at', 'is', null)
    .execute()
}

/** A use of a seal, as listed on the seal's page. */
export type SealUse = Omit<UseTable, 'id' | 'at'>

export async function logSealUse(trx: Db, use: SealUse) {
  await trx
    .insertInto('seals.use')
    .values({ id: newId(), at: now(), ...use })
    .execute()
}

/** Deletes the seals of erased teams. */
export async function eraseSeals(trx: Db, { teamIds }: { teamIds: string[] }) {
  await trx.deleteFrom('seals.seal').where('team_id', 'in', teamIds).execute()
}

/** Deletes the names of erased documents from the recorded uses. */
export async function eraseSealUses(trx: Db, { ids }: { ids: string[] }) {
  await trx.deleteFrom('seals.use').where('document_id', 'in', ids).execute()
}
