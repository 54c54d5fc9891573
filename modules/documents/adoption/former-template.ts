import { type Expression, sql } from 'kysely'
import type { Template } from '#assembly/template/template.ts'
import { now } from '#src/core/clock.ts'
import { AppError } from '#src/core/errors.ts'
import type { Db } from '#src/db/db.ts'

/** Stores the previous template version of a document; `save` is the save that replaced it. */
export async function storeFormerTemplate(
  trx: Db,
  { id, template, save }: { id: string; template: Template; save: number },
) {
  await trx
    .insertInto('documents.former_template')
    .values({
      document_id: id,
      until: sql<number>`(select max(number) from documents.version where document_id = ${id})`,
      until_save: save,
      until_at: now(),
      template: JSON.stringify(template),
    })
    .execute()
}

/** A query expression: the template of a document's version; null when it is the present template. */
export const formerTemplateOf = (documentId: Expression<string>, number: Expression<number>) =>
  sql<Template | null>`(
    select former.template from documents.former_template as former
    where former.document_id = ${documentId} and former.until > ${number}
    order by former.until limit 1
  )`

/** Like `formerTemplateOf`, for the version at a time. */
export const formerTemplateAt = (documentId: Expression<string>, at: Expression<Date>) =>
  sql<Template | null>`(
    select former.template from documents.former_template as former
    where former.document_id = ${documentId} and former.until_at > ${at}
    order by former.until limit 1
  )`

/** Throws TEMPLATE_UPDATED when this save belongs to another version of the template. */
export async function refuseFormerTemplate(db: Db, documentId: string, save: number) {
  const laterTemplate = await db
    .selectFrom('documents.former_template')
    .select('until')
    .where('document_id', '=', documentId)
    .where('until_save', '>', save)
    .executeTakeFirst()
  if (laterTemplate) throw new AppError('TEMPLATE_UPDATED', {}, 'documents.adoption.elsewhere')
}
