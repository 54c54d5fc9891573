import type { Path } from '#assembly/template/parse.ts'

/** A kind of page of the form, with the addresses of the parts that it shows. */
export const PAGES = ['general', 'party', 'field', 'article', 'block', 'clause', 'rule', 'date'] as const
export type PageName = (typeof PAGES)[number]

const ADDRESS =
  /^(?:(?:parties|fields|rules|advise|dates|recitals|articles|annexes)\.\d{1,3}|moreParties)$|^(?:articles|annexes)\.\d{1,3}\.clauses\.\d{1,3}(?:\.items\.\d{1,3})?$/

/** The path named by an address such as `articles.2.clauses.1`; null for any other text. */
export function pathOf(address: string | undefined): Path | null {
  if (!address || !ADDRESS.test(address)) return null
  return address.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step))
}

export const addressOf = (path: Path): string => path.join('.')

/** The page that shows the part at a path. */
export function pageFor(path: Path): PageName {
  const [list] = path
  if (list === 'parties' || list === 'moreParties') return 'party'
  if (list === 'fields') return 'field'
  if (list === 'rules' || list === 'advise') return 'rule'
  if (list === 'dates') return 'date'
  if (list === 'recitals' || path.includes('clauses')) return 'clause'
  return list === 'articles' || list === 'annexes' ? 'article' : 'general'
}

/** The innermost part with a page of its own that contains a path; empty for the general page. */
export function partPath(path: Path): Path {
  for (let length = path.length; length > 0; length--) {
    const part = path.slice(0, length)
    if (pathOf(addressOf(part))) return part
  }
  return []
}

/** The link to the page of a part, from the form of its draft. */
export const linkTo = (draft: string, path: Path): string =>
  path.length
    ? `/desk/templates/drafts/${draft}/form/${pageFor(path)}?at=${addressOf(path)}`
    : `/desk/templates/drafts/${draft}/form/general`
