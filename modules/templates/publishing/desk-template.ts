import type { TemplateNotes } from '#assembly/template/template-notes.ts'
import { staffNames } from '#modules/accounts/index.ts'
import { notFound } from '#src/core/errors.ts'
import type { Db } from '#src/db/db.ts'
import { shippedNotes, shippedSource, shippedTemplates } from '../library/shipped.ts'
import { type LibraryEntry, libraryEntries } from '../library.ts'

/** The library entry with this code, which may be retired. Throws NOT_FOUND. */
export const findEntry = (code: string): LibraryEntry =>
  libraryEntries().find(({ template }) => template.code === code) ?? notFound()

/** The history of a template, newest first, and the review notes of the version in force. */
export async function findHistory(db: Db, { template, source }: LibraryEntry) {
  const actions = await db
    .selectFrom('templates.template_action as action')
    .leftJoin(staffNames(db).as('staff'), 'staff.id', 'staff_id')
    .leftJoin('templates.published_template as published', (join) =>
      join.onRef('published.code', '=', 'action.code').onRef('published.version', '=', 'action.version'),
    )
    .select(['action.id', 'action', 'action.version', 'at', 'details', 'staff.name as staffName'])
    .select((eb) =>
      eb
        .case()
        .when('published.version', '=', template.version)
        .then(eb.ref('published.notes'))
        .end()
        .as('notes'),
    )
    .where('action.code', '=', template.code)
    .orderBy('action.id', 'desc')
    .execute()
  const publishedNotes = actions.find(({ notes }) => notes)?.notes as TemplateNotes | undefined
  const notes = source === 'published' ? (publishedNotes ?? {}) : shippedNotes(template.code)
  const shipped = shippedTemplates.find(({ code }) => code === template.code)?.version
  return { actions: actions.map(({ notes: _, ...action }) => action), notes, shipped }
}

export type History = Awaited<ReturnType<typeof findHistory>>

/** The source of a version. Throws NOT_FOUND. */
export async function findSource(db: Db, code: string, version: number): Promise<string> {
  const publishedVersion = await db
    .selectFrom('templates.published_template')
    .select('yaml')
    .where('code', '=', code)
    .where('version', '=', version)
    .executeTakeFirst()
  if (publishedVersion) return publishedVersion.yaml
  const shippedTemplate = shippedTemplates.find((one) => one.code === code && one.version === version)
  return (shippedTemplate && (await shippedSource(code))) ?? notFound()
}
