import { sql } from 'kysely'
import type { Db } from '#src/db/db.ts'
import { isFinal, STATUSES } from '../status.ts'

/** The number of documents made from each template, by its code, without deleted drafts. */
async function countByTemplate(db: Db, code?: string): Promise<Map<string, number>> {
  let query = db
    .selectFrom('documents.document')
    .select(({ fn }) => ['template_code', fn.countAll<number>().as('count')])
    .where('deleted_at', 'is', null)
    .where('kind', '=', 'drafted')
    .groupBy('template_code')
  if (code) query = query.where('template_code', '=', code)
  return new Map((await query.execute()).map(({ template_code, count }) => [template_code, count]))
}

/** A person with their drafts, newest first. */
export interface Drafter {
  accountId: string
  drafts: { id: string; name: string }[]
}

/**
 * The next people, by account id, who have drafts made from any of these templates: documents whose text is
 * not final. Begins after an account id, or with the first.
 */
async function draftersAfter(
  db: Db,
  codes: string[],
  { after, limit }: { after: string | null; limit: number },
): Promise<Drafter[]> {
  const drafts = db
    .selectFrom('documents.document')
    .where('kind', '=', 'drafted')
    .where('deleted_at', 'is', null)
    .where(
      'status',
      'in',
      STATUSES.filter((status) => !isFinal(status)),
    )
    .where(sql<boolean>`template_code = any(${codes}::text[])`)
    .groupBy('creator_id')
    .orderBy('creator_id')
    .limit(limit)
    .select('creator_id as accountId')
    .select(
      sql<
        Drafter['drafts']
      >`jsonb_agg(jsonb_build_object('id', id, 'name', name) order by updated_at desc, id)`.as('drafts'),
    )
  return (after ? drafts.where('creator_id', '>', after) : drafts).execute()
}

/** For pages and mails about a template: the people who made documents from it, and how many. */
export const byTemplate = { count: countByTemplate, draftersAfter }
