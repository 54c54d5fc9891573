import type { Template } from '#assembly/template/template.ts'
import type { TemplateNotes } from '#assembly/template/template-notes.ts'
import { staffNames } from '#modules/accounts/index.ts'
import { ago, DAY, now } from '#src/core/clock.ts'
import { notFound } from '#src/core/errors.ts'
import { isId, newId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import type { TemplateDraftTable } from '../schema.ts'
import { inspectApart } from './inspection.ts'

/** The size limit of a source, in bytes. */
export const LARGEST_SOURCE = 300 * 1024

/** How long a checked draft can be opened. */
const OPEN_FOR = 30 * DAY
const LISTED = 10

/** Checks a source, stores it with the findings, and returns its id. */
export async function checkSource(db: Db, viewer: Viewer, yaml: string): Promise<string> {
  const { template, notes, problems } = await inspectApart(yaml)
  const id = newId()
  const read = template && {
    code: template.code,
    version: template.version,
    template: JSON.stringify(template),
    notes: JSON.stringify(notes),
  }
  await db
    .deleteFrom('templates.template_draft')
    .where('checked_at', '<', ago(OPEN_FOR))
    .where('id', 'not in', db.selectFrom('templates.scheduling').select('draft_id'))
    .execute()
  await db
    .insertInto('templates.template_draft')
    .values({
      id,
      yaml,
      checked_by: viewer.id,
      checked_at: now(),
      problems: JSON.stringify(problems),
      ...(read ?? { code: null, version: null, template: null, notes: null }),
    })
    .execute()
  return id
}

/** Throws NOT_FOUND. */
export async function findDraft(db: Db, id: string) {
  if (!isId(id)) notFound()
  const found = await db
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
  return found ?? notFound()
}

export type Draft = Awaited<ReturnType<typeof findDraft>>

/** A draft whose source could be parsed. */
export type ReadDraft = Draft & { template: Template; notes: TemplateNotes; code: string; version: number }

export const isRead = (draft: Draft): draft is ReadDraft => draft.template !== null

type Checked = Pick<TemplateDraftTable, 'version'> & Pick<Draft, 'problems'>

/** The problems that prevent publishing. */
export const faultsIn = ({ problems }: Checked) => problems.filter(({ kind }) => kind !== 'law')

/** The problems that somebody must confirm. */
export const doubtsIn = ({ problems }: Checked) => problems.filter(({ kind }) => kind === 'law')

/** The latest drafts that were not published, newest first. */
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
    .limit(LISTED)
    .execute()
}

export type ListedDraft = Awaited<ReturnType<typeof listDrafts>>[number]
