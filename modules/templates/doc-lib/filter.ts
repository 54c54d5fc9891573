import { cleanText } from '#src/core/text/clean-text.ts'
import { libraryEntries } from '../library.ts'

/** What the library is narrowed by; all of it is in the address. */
export interface LibraryFilter {
  keyword: string
  category: string
  /** The free demo alone. */
  free: boolean
  /** What one's package opens alone. */
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

/** The fields of a form or an address that say the same. */
export function fieldsOf(filter: LibraryFilter): Record<string, string> {
  const { keyword, category, free, usable, sort } = filter
  const all = {
    keyword,
    category,
    sort: sort === 'newest' ? sort : '',
    free: free ? 'yes' : '',
    usable: usable ? 'yes' : '',
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value))
}

/** The address of a list of templates at `path`, with `more` in it. */
export function libraryPath(path: string, filter: LibraryFilter, more: Record<string, string> = {}): string {
  const query = new URLSearchParams({ ...fieldsOf(filter), ...more })
  return query.size ? `${path}?${query}` : path
}

/** Nothing is asked for. */
export const isPlain = (filter: LibraryFilter) => Object.keys(fieldsOf(filter)).length === 0
