import type { Db } from '#src/db/db.ts'

/** How many documents were made from each template, by its code, without deleted drafts. */
export async function countByTemplate(db: Db, code?: string): Promise<Map<string, number>> {
  let query = db
    .selectFrom('documents.document')
    .select(({ fn }) => ['template_code', fn.countAll<number>().as('count')])
    .where('deleted_at', 'is', null)
    .where('kind', '=', 'drafted')
    .groupBy('template_code')
  if (code) query = query.where('template_code', '=', code)
  return new Map((await query.execute()).map(({ template_code, count }) => [template_code, count]))
}
