import { cleanText } from '#src/core/text/clean-text.ts'
import { libraryEntries } from '../library.ts'

/** The filters of the library, all of which are in the URL. */
export interface LibraryFilter {
  keyword: string
  category: string
  /** Whether to list only templates of the free demo. */
  free: boolean
  /** Whether to list only templates that the viewer's plan includes. */
  usable: boolean
  sort: 'recommended' | 'newest'
}

type Query = Record<string, string | undefined>

export const readLibraryFilter = ({ keyword = '', category = '', ...query }: Query): LibraryFilter => ({
  keyword: cleanText(keyword).trim().slice(0, 100),
  category: libraryEntries().some(({ template }) => template.category === category) ? category : '',
  free: query.free === 'yes',
  usable: query.usable === 'yes',
  sort: query.sort === 'newest' ? 'newest' : 'recommended',
})

/** The filter as field names and values for a form or a URL. */
export function fieldsOf(filter: LibraryFilter): Record<string, string> {
  const { keyword, category, free, usable, sort } = filter
  const allFields = {
    keyword,
    category,
    sort: sort === 'newest' ? sort : '',
    free: free ? 'yes' : '',
    usable: usable ? 'yes' : '',
  }
  return Object.fromEntries(Object.entries(allFields).filter(([, value]) => value))
}

/** The URL of a template list at `path`, with the filter changed by `changes`. */
export function libraryPath(
  path: string,
  filter: LibraryFilter,
  changes: Record<string, string> = {},
): string {
  const query = new URLSearchParams({ ...fieldsOf(filter), ...changes })
  return query.size ? `${path}?${query}` : path
}

/** Whether no filter is set. */
export const isUnfiltered = (filter: LibraryFilter) => Object.keys(fieldsOf(filter)).length === 0
