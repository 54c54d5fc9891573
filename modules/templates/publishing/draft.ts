import type { Template } from '#assembly/template/template.ts'
import type { TemplateNotes } from '#assembly/template/template-notes.ts'
import { staffNames } from '#modules/accounts/index.ts'
import { ago, DAY, now } from '#src/core/clock.ts'
import { notFound } from '#src/core/errors.ts'
import { isId, newId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import type { TemplateDraftTable } from '../schema.ts'
import type { Problem } from './inspect.ts'
import { inspectApart } from './inspection.ts'

/** Maximum size of a source in bytes. */
export const MAX_SOURCE_BYTES = 300 * 1024

/** For how long a checked draft can be opened. */
const DRAFT_LIFETIME = 30 * DAY
const MAX_LISTED = 10

/** Checks a source, stores it with its findings, and returns the id of the draft. */
export async function checkSource(db: Db, viewer: Viewer, yaml: string): Promise<string> {
  const id = newId()
  const checkedColumns = await checkColumns(viewer, yaml)
  await db
    .deleteFrom('templates.template_draft')
    .where('checked_at', '<', ago(DRAFT_LIFETIME))
    .where('id', 'not in', db.selectFrom('templates.scheduling').select('draft_id'))
    .execute()
  await db
    .insertInto('templates.template_draft')
    .values({ id, ...checkedColumns })
    .execute()
  return id
}

/** The columns of a draft with this source, including the result of its check. */
async function checkColumns(viewer: Viewer, yaml: string) {
  const { template = null, notes = null, problems } = await inspectApart(yaml)
  return {
    yaml,
    checked_by: viewer.id,
    checked_at: now(),
    problems: JSON.stringify(problems),
    code: template?.code ?? null,
    version: template?.version ?? null,
    template: template && JSON.stringify(template),
    notes: template && JSON.stringify(notes),
  }
}

/**
 * Checks a changed source and stores it in the draft. Returns false if the draft was changed after this
 * revision, or was published.
 */
export async function changeSource(
  db: Db,
  viewer: Viewer,
  { id, revision, yaml: previous }: Pick<Draft, 'id' | 'revision' | 'yaml'>,
  yaml: string,
): Promise<boolean> {
  const checkedColumns = await checkColumns(viewer, yaml)
  return db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('templates.template_draft')
      .set({ ...checkedColumns, previous, revision: revision + 1 })
      .where('id', '=', id)
      .where('revision', '=', revision)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('templates.published_template').select('code').where('draft_id', '=', id))),
      )
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) return false
    // Deletes the scheduling, because it concerned the former text.
    await trx.deleteFrom('templates.scheduling').where('draft_id', '=', id).execute()
    return true
  })
}

/** Throws NOT_FOUND. */
export async function findDraft(db: Db, id: string) {
  if (!isId(id)) notFound()
  const draft = await db
    .selectFrom('templates.template_draft as draft')
    .leftJoin(staffNames(db).as('staff'), 'staff.id', 'checked_by')
    .leftJoin('templates.scheduling as scheduling', 'scheduling.draft_id', 'draft.id')
    .leftJoin(staffNames(db).as('scheduler'), 'scheduler.id', 'scheduled_by')
    .leftJoin('templates.published_template as published', 'published.draft_id', 'draft.id')
    .selectAll('draft')
    .select(['publish_on', 'not_published'])
    .select(['staff.name as staffName', 'scheduler.name as schedulerName', 'published.published_at'])
    .where('draft.id', '=', id)
    .executeTakeFirst()
  return draft ?? notFound()
}

export type Draft = Awaited<ReturnType<typeof findDraft>>

/** A draft whose source could be parsed. */
export type ParsedDraft = Draft & { template: Template; notes: TemplateNotes; code: string; version: number }

export const isParsed = (draft: Draft): draft is ParsedDraft => draft.template !== null

type CheckedDraft = Pick<TemplateDraftTable, 'version'> & Pick<Draft, 'problems'>

/** A doubt is a problem that staff may confirm, because the check can be wrong about it. */
const isDoubt = ({ kind, rule }: Problem) =>
  ['law', 'style', 'agreement'].includes(kind) && rule !== 'nobodySigns'

/** The problems that prevent publishing. */
export const faultsIn = ({ problems }: CheckedDraft) => problems.filter((one) => !isDoubt(one))

/** The problems that a person must confirm. */
export const doubtsIn = ({ problems }: CheckedDraft) => problems.filter(isDoubt)

/** The doubts that need a reason when they are confirmed, because the law in force must be consulted. */
export const needsReason = (checked: CheckedDraft): boolean =>
  doubtsIn(checked).some(({ kind }) => kind !== 'law')

/** The latest unpublished drafts, newest first. */
export async function listDrafts(db: Db) {
  return db
    .selectFrom('templates.template_draft as draft')
    .leftJoin(staffNames(db).as('staff'), 'staff.id', 'checked_by')
    .leftJoin('templates.scheduling as scheduling', 'scheduling.draft_id', 'draft.id')
    .select(['draft.id', 'draft.code', 'draft.version', 'problems', 'checked_at', 'staff.name as staffName'])
    .select(['publish_on', 'not_published'])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('templates.published_template as published')
            .select('published.code')
            .whereRef('published.draft_id', '=', 'draft.id'),
        ),
      ),
    )
    .orderBy('draft.id', 'desc')
    .limit(MAX_LISTED)
    .execute()
}

export type ListedDraft = Awaited<ReturnType<typeof listDrafts>>[number]
