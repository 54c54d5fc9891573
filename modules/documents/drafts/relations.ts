import { sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import { teamNames } from '#modules/accounts/index.ts'
import { notFound } from '#src/core/errors.ts'
import { isId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { draftedDocuments, visibleDocuments } from '../document.ts'
import { sidePanelData } from '../side-panel.ts'

const MAX_COPIES = 5

/**
 * The document with its creator's name, its source and the latest documents made from it, if the viewer may
 * see them.
 */
export async function findWithCopies(db: Db, viewer: Viewer, id: string) {
  if (!isId(id)) notFound()
  const relatedDocuments = () =>
    db
      .selectFrom(
        visibleDocuments(db, viewer)
          .select(['document.id', 'document.number', 'document.copied_from', 'document.copied_as'])
          .as('other'),
      )
      .select(['other.id', 'other.number', 'other.copied_as as copiedAs'])
  const document = await draftedDocuments(db, viewer)
    .leftJoin(teamNames(db, viewer).as('creator'), 'creator.id', 'document.creator_id')
    .selectAll('document')
    .select('creator.name as creator')
    .select(sidePanelData(db, sql.ref('document.id')).as('panelData'))
    .select([
      jsonObjectFrom(relatedDocuments().where('other.id', '=', sql.ref<string>('document.copied_from'))).as(
        'source',
      ),
      jsonArrayFrom(
        relatedDocuments()
          .where('other.copied_from', '=', sql.ref<string>('document.id'))
          .orderBy('other.id', 'desc')
          .limit(MAX_COPIES),
      ).as('copies'),
    ])
    .where('document.id', '=', id)
    .executeTakeFirst()
  return document ?? notFound()
}

export type DocumentWithCopies = Awaited<ReturnType<typeof findWithCopies>>
