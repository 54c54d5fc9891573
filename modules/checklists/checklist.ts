import { sql } from 'kysely'
import * as v from 'valibot'
import { requirePermission } from '#modules/accounts/index.ts'
import { findHeading, visibleDocuments } from '#modules/documents/index.ts'
import { findTemplate } from '#modules/templates/index.ts'
import { now } from '#src/core/clock.ts'
import { AppError, notFound } from '#src/core/errors.ts'
import { isId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { pointsOf } from './points.ts'
import { type Point, type PointAnswer, VERDICTS, type Verdict } from './schema.ts'

export const ChoiceForm = v.object({ template: v.pipe(v.string(), v.nonEmpty('common.problem.selected')) })

export const PointForm = v.object({
  point: v.string(),
  verdict: v.optional(v.picklist(['', ...VERDICTS], 'common.problem.selected'), ''),
  note: v.pipe(v.optional(v.string(), ''), v.trim(), v.maxLength(2000, 'common.problem.tooLong')),
})
export type PointFields = v.InferOutput<typeof PointForm>

/** The checklist of an imported PDF that the viewer may see; undefined when there is none. */
export async function findChecklist(db: Db, viewer: Viewer, documentId: string) {
  if (!isId(documentId)) notFound()
  return visibleDocuments(db, viewer)
    .innerJoin('checklists.checklist as list', 'list.document_id', 'document.id')
    .select(['list.document_id', 'list.title', 'list.points', 'list.answers', 'list.updated_at'])
    .select(['document.name', 'document.number'])
    .where('document.id', '=', documentId)
    .executeTakeFirst()
}

export type Checklist = NonNullable<Awaited<ReturnType<typeof findChecklist>>>

/** Throws NOT_FOUND unless the document is an imported PDF, because our own documents have no checklists. */
async function requireImport(db: Db, viewer: Viewer, documentId: string) {
  const { kind } = await findHeading(db, viewer, documentId)
  if (kind !== 'imported') notFound()
  requirePermission(viewer, 'document.create')
}

/**
 * Begins the checklist of a kind of contract; an existing checklist remains. Throws TEMPLATE_NOT_FOUND,
 * TEMPLATE_DEACTIVATED.
 */
export async function beginChecklist(db: Db, viewer: Viewer, documentId: string, code: string) {
  await requireImport(db, viewer, documentId)
  const template = findTemplate(code)
  const createdAt = now()
  await db
    .insertInto('checklists.checklist')
    .values({
      document_id: documentId,
      team_id: viewer.teamId,
      template_code: code,
      title: JSON.stringify(template.title),
      points: JSON.stringify(pointsOf(template)),
      created_by: viewer.id,
      created_at: createdAt,
      updated_at: createdAt,
    })
    .onConflict((oc) => oc.doNothing())
    .execute()
}

/** Answers one point; answers of other users to other points at the same time remain. Throws NOT_FOUND. */
export async function answerPoint(db: Db, viewer: Viewer, documentId: string, fields: PointFields) {
  await requireImport(db, viewer, documentId)
  const { point, verdict, note } = fields
  const answer: PointAnswer = { verdict, note }
  const update = await db
    .updateTable('checklists.checklist')
    .set({
      answers: sql`answers || jsonb_build_object(${point}::text, ${JSON.stringify(answer)}::jsonb)`,
      updated_at: now(),
    })
    .where('document_id', '=', documentId)
    .where(sql<boolean>`points @> jsonb_build_array(jsonb_build_object('id', ${point}::text))`)
    .executeTakeFirst()
  if (update.numUpdatedRows !== 1n) notFound()
}

/** Deletes the checklist with all its answers, so that another kind of contract can be chosen. */
export async function removeChecklist(db: Db, viewer: Viewer, documentId: string) {
  await requireImport(db, viewer, documentId)
  const deletedRow = await db
    .deleteFrom('checklists.checklist')
    .where('document_id', '=', documentId)
    .executeTakeFirst()
  if (deletedRow.numDeletedRows !== 1n) throw new AppError('NOT_FOUND')
}

export const answerTo = ({ answers }: Pick<Checklist, 'answers'>, point: string): PointAnswer =>
  (Object.hasOwn(answers, point) && answers[point]) || { verdict: '', note: '' }

export interface Progress {
  answered: number
  total: number
  counts: Record<Verdict, number>
}

export function progressOf(list: Pick<Checklist, 'points' | 'answers'>): Progress {
  const verdicts = list.points.map(({ id }) => answerTo(list, id).verdict)
  const counts = Object.fromEntries(
    VERDICTS.map((one) => [one, verdicts.filter((verdict) => verdict === one).length]),
  ) as Record<Verdict, number>
  return { answered: verdicts.filter(Boolean).length, total: verdicts.length, counts }
}

/** The points by article, in order. */
export function byArticle(points: Point[]): { article: Point['article']; points: Point[] }[] {
  const groups: { article: Point['article']; points: Point[] }[] = []
  for (const point of points) {
    const lastGroup = groups.at(-1)
    if (lastGroup && lastGroup.article.zh === point.article.zh) lastGroup.points.push(point)
    else groups.push({ article: point.article, points: [point] })
  }
  return groups
}

/** Checklists of the viewer's own PDFs, or for an administrator those of the team, for the data export. */
export const checklistsOf = (db: Db, viewer: Viewer) =>
  visibleDocuments(db, viewer)
    .innerJoin('checklists.checklist as list', 'list.document_id', 'document.id')
    .select(['document.number as document_number', 'list.template_code', 'list.answers'])
    .select(['list.created_at', 'list.updated_at'])
    .orderBy('document.id')
