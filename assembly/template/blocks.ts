/** The texts of the library's shared blocks, by name. */
export type BlockFiles = Record<string, string>

type PlainObject = Record<string, unknown>
type Path = (string | number)[]

/** A template with its blocks expanded, and the origin of each part. */
export interface ExpandedTemplate {
  data: unknown
  /**
   * Maps a path in the expanded template to the path in the template's own file, and to the block of the
   * part.
   */
  origin(path: Path): { path: Path; block?: string }
}

interface BlockOrigin {
  block?: string
  /**
   * The path of the part in the template's own file; for a part of a block, the path of the entry
   * `{ block: name }`.
   */
  from: Path
  entry: unknown
}

const LISTS = ['articles', 'fields', 'rules', 'advise'] as const

/**
 * Replaces every `{ block: name }` among the articles by the articles of the block, and appends the block's
 * fields and rules; fields and rules of the template with the same id take precedence. `without` removes
 * clauses, rules and alternatives (`clause/alternative`), together with fields and rules about removed
 * parts. `with` adds clauses; if the id exists, it replaces single keys of that clause. `defaults` sets
 * default values.
 */
export function withBlocks(data: unknown, readBlock: (name: string) => unknown): ExpandedTemplate {
  if (!isPlainObject(data) || !Array.isArray(data.articles) || !data.articles.some(blockNameOf)) {
    return { data, origin: (path) => ({ path }) }
  }
  const lists = {
    articles: [] as BlockOrigin[],
    fields: ownEntries(data, 'fields'),
    rules: ownEntries(data, 'rules'),
    advise: ownEntries(data, 'advise'),
  }
  for (const [index, entry] of data.articles.entries()) {
    const from = ['articles', index]
    const block = blockNameOf(entry)
    const content = block ? readBlock(block) : undefined
    if (!block || !isPlainObject(content)) lists.articles.push({ from, entry })
    else {
      const parts = adaptBlock(content, entry as PlainObject, data)
      for (const list of LISTS) {
        const knownIds = new Set(lists[list].map((one) => idOf(one.entry)))
        const newEntries =
          list === 'articles' ? parts[list] : parts[list].filter((one) => !knownIds.has(idOf(one)))
        lists[list].push(...newEntries.map((one) => ({ block, from, entry: one })))
      }
    }
  }
  const expandedLists = Object.fromEntries(LISTS.map((list) => [list, lists[list].map(({ entry }) => entry)]))
  return {
    data: { ...data, ...expandedLists },
    origin(path) {
      const [list, index, ...rest] = path
      const entryOrigin = LISTS.some((one) => one === list) && lists[list as 'articles'][Number(index)]
      if (!entryOrigin) return { path }
      return entryOrigin.block
        ? { path: entryOrigin.from, block: entryOrigin.block }
        : { path: [...entryOrigin.from, ...rest] }
    },
  }
}

const ownEntries = (data: PlainObject, list: 'fields' | 'rules' | 'advise'): BlockOrigin[] =>
  listOf(data, list).map((entry, index) => ({ from: [list, index], entry }))

const listOf = (data: PlainObject, list: string): unknown[] => (Array.isArray(data[list]) ? data[list] : [])

const idOf = (entry: unknown) => (isPlainObject(entry) ? entry.id : undefined)

const blockNameOf = (entry: unknown) =>
  isPlainObject(entry) && typeof entry.block === 'string' ? entry.block : undefined

/** The lists of a block, adapted as the template's entry requests. */
function adaptBlock(
  block: PlainObject,
  blockEntry: PlainObject,
  template: PlainObject,
): Record<(typeof LISTS)[number], unknown[]> {
  const excludedIds = listOf(blockEntry, 'without')
  const { defaults } = blockEntry
  const articles = withAdditions(
    listOf(block, 'articles').map((one) => withoutExcluded(one, excludedIds)),
    listOf(blockEntry, 'with'),
  )
  const { recitals, articles: ownArticles, annexes } = template
  const blockFields = listOf(block, 'fields')
  const fields = blockFields.filter((one) =>
    mentions([articles, recitals, ownArticles, annexes], String(idOf(one))),
  )
  const removedIds = [...excludedIds, ...blockFields.filter((one) => !fields.includes(one)).map(idOf)].map(
    String,
  )
  return {
    articles,
    fields: fields.map((one) => {
      const id = String(idOf(one))
      return isPlainObject(one) && isPlainObject(defaults) && id in defaults
        ? { ...one, default: defaults[id] }
        : one
    }),
    rules: listOf(block, 'rules').filter((rule) => !removedIds.some((id) => mentions(rule, id))),
    advise: listOf(block, 'advise').filter((rule) => !removedIds.some((id) => mentions(rule, id))),
  }
}

/** The article with the listed clauses and alternatives removed. */
function withoutExcluded(article: unknown, excludedIds: unknown[]): unknown {
  if (!isPlainObject(article) || !excludedIds.length) return article
  const clauses = listOf(article, 'clauses').filter((clause) => !excludedIds.includes(idOf(clause)))
  return {
    ...article,
    clauses: clauses.map((clause) => {
      if (!isPlainObject(clause) || !clause.alternatives) return clause
      const isExcluded = (one: unknown) => excludedIds.includes(`${String(clause.id)}/${String(idOf(one))}`)
      return { ...clause, alternatives: listOf(clause, 'alternatives').filter((one) => !isExcluded(one)) }
    }),
  }
}

/**
 * Adds the template's own clauses: merges each into the clause with the same id, key by key, and appends the
 * others to the last article.
 */
function withAdditions(articles: unknown[], additions: unknown[]): unknown[] {
  const clauseIds = new Set(
    articles.flatMap((one) => (isPlainObject(one) ? listOf(one, 'clauses').map(idOf) : [])),
  )
  const newClauses = additions.filter((clause) => !clauseIds.has(idOf(clause)))
  return articles.map((article, index) => {
    if (!isPlainObject(article)) return article
    const clauses = listOf(article, 'clauses').map((clause) => {
      const addition = additions.find((one) => idOf(one) === idOf(clause))
      return isPlainObject(clause) && isPlainObject(addition) ? { ...clause, ...addition } : clause
    })
    return { ...article, clauses: index === articles.length - 1 ? [...clauses, ...newClauses] : clauses }
  })
}

/** Whether a value mentions a field, a clause or an alternative (`clause/alternative`). */
function mentions(value: unknown, id: string): boolean {
  if (typeof value === 'string') return value === id || value.includes(`{${id}}`)
  if (Array.isArray(value)) return value.some((one) => mentions(one, id))
  if (!isPlainObject(value)) return false
  return (
    `${String(value.chosen)}/${String(value.alternative)}` === id ||
    Object.values(value).some((one) => mentions(one, id))
  )
}

function isPlainObject(value: unknown): value is PlainObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
