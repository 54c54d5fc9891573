import { type Expression, type RawBuilder, sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import { logAccountAction, requirePermission } from '#modules/accounts/index.ts'
import { planIncludes } from '#modules/orders/index.ts'
import { now } from '#src/core/clock.ts'
import { AppError } from '#src/core/errors.ts'
import { newId } from '#src/core/ids.ts'
import { hashOf } from '#src/core/secrets.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import type { NewLogo } from './logo/logo.ts'

/** The parts of a team's brand that others see. */
export interface Brand {
  colour: string | null
  /** The SHA-256 of the logo, which its address contains; null for a brand with a colour only. */
  logo: string | null
  width: number | null
  height: number | null
}

const brands = (db: Db) =>
  db
    .selectFrom('brand.brand as brand')
    .leftJoin('brand.logo as logo', 'logo.id', 'brand.logo_id')
    .select(['brand.colour', 'logo.sha256 as logo', 'logo.width', 'logo.height'])

/**
 * For queries: the parts of a team's brand that others see; null without a brand, or while the team's plan
 * does not include one.
 */
export const brandOf = (db: Db, teamId: Expression<string>) =>
  jsonObjectFrom(
    brands(db)
      .where('brand.team_id', '=', teamId)
      .where(planIncludes(db, teamId, 'brand')),
  ) as RawBuilder<Brand | null>

/** The same as `brandOf`, for one team. */
export async function findTeamBrand(db: Db, teamId: string): Promise<Brand | null> {
  const brandQuery = db.selectNoFrom(brandOf(db, sql<string>`${teamId}::uuid`).as('brand'))
  return (await brandQuery.executeTakeFirstOrThrow()).brand
}

/** The brand as its administrators see it, and whether the team's plan includes it. */
export async function findBrand(db: Db, viewer: Viewer) {
  requirePermission(viewer, 'team.edit')
  const teamId = sql<string>`${viewer.teamId}::uuid`
  return db
    .selectNoFrom([
      jsonObjectFrom(brands(db).select('brand.in_documents').where('brand.team_id', '=', viewer.teamId)).as(
        'brand',
      ),
      planIncludes(db, teamId, 'brand').as('included'),
    ])
    .executeTakeFirstOrThrow()
}

export type FoundBrand = Awaited<ReturnType<typeof findBrand>>

interface BrandChange {
  colour: string | null
  in_documents: boolean
  /** The new logo; null removes the logo, undefined leaves it as it is. */
  logo?: NewLogo | null
}

/**
 * Saves the brand. Throws ACCESS_DENIED for all but administrators, and while the plan does not include a
 * brand; INVALID_FIELD if neither logo nor colour would be left.
 */
export async function saveBrand(db: Db, viewer: Viewer, { logo, ...change }: BrandChange) {
  await db.transaction().execute(async (trx) => {
    const { brand, included } = await findBrand(trx, viewer)
    if (!included) throw new AppError('ACCESS_DENIED', {}, 'brand.problem.plan')
    const hasLogo = logo === undefined ? brand?.logo : logo
    if (!hasLogo && !change.colour) throw new AppError('INVALID_FIELD', { field: 'colour' })
    const columns = {
      ...change,
      ...(logo !== undefined && { logo_id: logo && (await storeLogo(trx, viewer, logo)) }),
      updated_by: viewer.id,
      updated_at: now(),
    }
    await trx
      .insertInto('brand.brand')
      .values({ team_id: viewer.teamId, logo_id: null, ...columns })
      .onConflict((oc) => oc.column('team_id').doUpdateSet(columns))
      .execute()
    await deleteOldLogos(trx, viewer)
    await logAccountAction(trx, viewer, 'brand')
  })
}

async function storeLogo(trx: Db, { teamId }: Viewer, logo: NewLogo): Promise<string> {
  const sha256 = hashOf(logo.png)
  const row = { ...logo, png: Buffer.from(logo.png), id: newId(), team_id: teamId, sha256, created_at: now() }
  const { id } = await trx
    .insertInto('brand.logo')
    .values(row)
    .onConflict((oc) => oc.columns(['team_id', 'sha256']).doUpdateSet({ created_at: now() }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** How many earlier logos are stored: a mail shows the logo that was current when the mail was sent. */
const KEPT_LOGOS = 5

/** Deletes the logos that neither the brand nor a finalised document uses, except the last ones. */
async function deleteOldLogos(trx: Db, { teamId }: Viewer, count = KEPT_LOGOS) {
  await trx
    .deleteFrom('brand.logo as logo')
    .where('team_id', '=', teamId)
    .where(
      sql<boolean>`not exists (select from brand.brand where logo_id = logo.id)
        and not exists (select from brand.document_logo where logo_id = logo.id)
        and id not in (select id from brand.logo where team_id = ${teamId} order by created_at desc limit ${count})`,
    )
    .execute()
}

/**
 * Removes the brand, also when the plan does not include one: other people then see our default look. Throws
 * ACCESS_DENIED for all but administrators.
 */
export async function removeBrand(db: Db, viewer: Viewer) {
  requirePermission(viewer, 'team.edit')
  await db.transaction().execute(async (trx) => {
    const deletedRow = await trx
      .deleteFrom('brand.brand')
      .where('team_id', '=', viewer.teamId)
      .executeTakeFirst()
    if (deletedRow.numDeletedRows !== 1n) return
    await deleteOldLogos(trx, viewer, 0)
    await logAccountAction(trx, viewer, 'remove-brand')
  })
}

/** The picture of a logo; undefined for an unknown one. */
export async function findLogo(db: Db, sha256: string): Promise<Uint8Array | undefined> {
  const logos = db.selectFrom('brand.logo').select('png').where('sha256', '=', sha256)
  const logo = await logos.limit(1).executeTakeFirst()
  return logo && new Uint8Array(logo.png)
}

/** Deletes the brands of erased teams. */
export async function eraseBrands(trx: Db, { teamIds }: { teamIds: string[] }) {
  if (!teamIds.length) return
  await trx.deleteFrom('brand.brand').where('team_id', 'in', teamIds).execute()
  await trx.deleteFrom('brand.logo').where('team_id', 'in', teamIds).execute()
}
