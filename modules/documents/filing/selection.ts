import { AppError } from '#src/core/errors.ts'
import { isId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { visibleDocuments } from '../document.ts'
import { type DocumentFilter, listPath, readFilter } from '../list/filter.ts'
import { matchingIds } from '../list/list.ts'

/** The maximum number of documents that are filed or packed together. */
export const MAX_CHOSEN = 500

const SCOPES = ['ticked', 'page', 'all'] as const
export type Scope = (typeof SCOPES)[number]

/** Documents chosen in the list: the ticked ones, all on the page, or all that match the filter. */
export interface Selection {
  which: Scope
  /** The ticked documents, or all on the page. */
  ids: string[]
  /** The filter of the list, to return to it. */
  filter: DocumentFilter
}

export function readSelection(values: Record<string, string>): Selection {
  const which = SCOPES.find((scope) => scope === values.which) ?? 'ticked'
  const tickedIds = Object.keys(values)
    .filter((name) => name.startsWith('document-'))
    .map((name) => name.replace(/^document-/, ''))
  const ids = { ticked: tickedIds, page: (values.page ?? '').split(','), all: [] }[which]
  const filter = readFilter(Object.fromEntries(new URLSearchParams(values.filter ?? '')))
  return { which, ids: [...new Set(ids.filter(isId))], filter }
}

/** The filter as the text of a hidden field. */
export const filterText = (filter: DocumentFilter) =>
  listPath(filter, { after: filter.after, before: filter.before }).split('?')[1] ?? ''

/** The selection as hidden fields of a confirmation form. */
export const selectionFields = ({ which, ids, filter }: Selection): [string, string][] => [
  ['which', which],
  ['filter', filterText(filter)],
  ...(which === 'page' ? [['page', ids.join()] satisfies [string, string]] : []),
  ...(which === 'ticked' ? ids.map((id): [string, string] => [`document-${id}`, 'yes']) : []),
]

export const tooMany = () =>
  new AppError('INVALID_FIELD', { max: MAX_CHOSEN }, 'documents.filing.problem.many')

/** The chosen documents that the viewer may see. Throws INVALID_FIELD when none are chosen, or too many. */
export async function chosenDocuments(db: Db, viewer: Viewer, { which, ids, filter }: Selection) {
  const chosenIds = which === 'all' ? await matchingIds(db, viewer, filter, MAX_CHOSEN + 1) : ids
  if (chosenIds.length > MAX_CHOSEN) throw tooMany()
  const documents = chosenIds.length
    ? await visibleDocuments(db, viewer)
        .select(['document.id', 'document.creator_id'])
        .where('document.id', 'in', chosenIds)
        .orderBy('document.id')
        .execute()
    : []
  if (!documents.length) throw new AppError('INVALID_FIELD', {}, 'documents.filing.problem.none')
  return documents
}
