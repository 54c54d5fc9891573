import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { type ExportPart, exportsTeam, shortId } from '#src/jobs/export-part.ts'

/** For an administrator: the team's colour, and its logos with the time of their upload. */
export async function exportBrand(db: Db, viewer: Viewer): Promise<ExportPart> {
  if (!exportsTeam(viewer)) return { records: {} }
  const brand = await db
    .selectFrom('brand.brand')
    .select(['colour', 'in_documents', 'updated_at'])
    .where('team_id', '=', viewer.teamId)
    .executeTakeFirst()
  const rows = await db
    .selectFrom('brand.logo')
    .select(['id', 'created_at'])
    .where('team_id', '=', viewer.teamId)
    .orderBy('id')
    .execute()
  const logos = rows.map(({ id, created_at }) => ({ created_at, file: pathOf(id) }))
  const files = rows.map(({ id, created_at }) => ({
    path: pathOf(id),
    at: created_at,
    content: { make: (trx: Db) => pictureOf(trx, id) },
  }))
  return { records: { brand, logos }, files }
}

const pathOf = (id: string) => `logos/${shortId(id)}.png`

async function pictureOf(db: Db, id: string): Promise<Uint8Array> {
  const logos = db.selectFrom('brand.logo').select('png').where('id', '=', id)
  const { png } = await logos.executeTakeFirstOrThrow()
  return new Uint8Array(png)
}
