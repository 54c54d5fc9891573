/** The texts of the library's shared blocks, by name. */
export type BlockFiles = Record<string, string>

type Plain = Record<string, unknown>
type Path = (string | number)[]

/** A template with its blocks expanded, and the origin of each part. */
export interface Expanded {
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
   * The path of the part in the template's own file; for a part of a block, the path of the `{ block: name
   * }`.
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
export function withBlocks(data: unknown, readBlock: (name: string) => unknown): Expanded {
  if (!isPlain(data) || !Array.isArray(data.articles) || !data.articles.some(blockNameOf)) {
    return { data, origin: (path) => ({ path }) }
  }
  const lists = {
    articles: [] as BlockOrigin[],
    fields: own(data, 'fields'),
    rules: own(data, 'rules'),
    advise: own(data, 'advise'),
  }
  for (const [index, entry] of data.articles.entries()) {
    const from = ['articles', index]
    const block = blockNameOf(entry)
    const content = block ? readBlock(block) : undefined
    if (!block || !isPlain(content)) lists.articles.push({ from, entry })
    else {
      const parts = adaptBlock(content, entry as Plain, data)
      for (const list of LISTS) {
        const known = new Set(lists[list].map((one) => idOf(one.entry)))
        const fresh = list === 'articles' ? parts[list] : parts[list].filter((one) => !known.has(idOf(one)))
        lists[list].push(...fresh.map((one) => ({ block, from, entry: one })))
      }
    }
  }
  const expanded = Object.fromEntries(LISTS.map((list) => [list, lists[list].map(({ entry }) => entry)]))
  return {
    data: { ...data, ...expanded },
    origin(path) {
      const [list, index, ...rest] = path
      const taken = LISTS.some((one) => one === list) && lists[list as 'articles'][Number(index)]
      if (!taken) return { path }
      return taken.block ? { path: taken.from, block: taken.block } : { path: [...taken.from, ...rest] }
    },
  }
}

const own = (data: Plain, list: 'fields' | 'rules' | 'advise'): BlockOrigin[] =>
  listOf(data, list).map((entry, index) => ({ from: [list, index], entry }))

const listOf = (data: Plain, list: string): unknown[] => (Array.isArray(data[list]) ? data[list] : [])

const idOf = (entry: unknown) => (isPlain(entry) ? entry.id : undefined)

const blockNameOf = (entry: unknown) =>
  isPlain(entry) && typeof entry.block === 'string' ? entry.block : undefined

/** The lists of a block, adapted as the template's entry requests. */
function adaptBlock(block: Plain, taking: Plain, template: Plain): Record<(typeof LISTS)[number], unknown[]> {
  const left = listOf(taking, 'without')
  const { defaults } = taking
  const articles = withOwn(
    listOf(block, 'articles').map((one) => without(one, left)),
    listOf(taking, 'with'),
  )
  const { recitals, articles: others, annexes } = template
  const all = listOf(block, 'fields')
  const fields = all.filter((one) => mentions([articles, recitals, others, annexes], String(idOf(one))))
  const gone = [...left, ...all.filter((one) => !fields.includes(one)).map(idOf)].map(String)
  return {
    articles,
    fields: fields.map((one) => {
      const id = String(idOf(one))
      return isPlain(one) && isPlain(defaults) && id in defaults ? { ...one, default: defaults[id] } : one
    }),
    rules: listOf(block, 'rules').filter((rule) => !gone.some((id) => mentions(rule, id))),
    advise: listOf(block, 'advise').filter((rule) => !gone.some((id) => mentions(rule, id))),
  }
}

/** The article with the listed clauses and alternatives removed. */
function without(article: unknown, left: unknown[]): unknown {
  if (!isPlain(article) || !left.length) return article
  const clauses = listOf(article, 'clauses').filter((clause) => !left.includes(idOf(clause)))
  return {
    ...article,
    clauses: clauses.map((clause) => {
      if (!isPlain(clause) || !clause.alternatives) return clause
      const isExcluded = (one: unknown) => left.includes(`${String(clause.id)}/${String(idOf(one))}`)
      return { ...clause, alternatives: listOf(clause, 'alternatives').filter((one) => !isExcluded(one)) }
    }),
  }
}

/** Adds the template's own clauses to the articles; a clause with the same id is replaced. */
function withOwn(articles: unknown[], additions: unknown[]): unknown[] {
  const places = new Set(articles.flatMap((one) => (isPlain(one) ? listOf(one, 'clauses').map(idOf) : [])))
  const more = additions.filter((clause) => !places.has(idOf(clause)))
  return articles.map((article, index) => {
    if (!isPlain(article)) return article
    const clauses = listOf(article, 'clauses').map((clause) => {
      const ours = additions.find((one) => idOf(one) === idOf(clause))
      return isPlain(clause) && isPlain(ours) ? { ...clause, ...ours } : clause
    })
    return { ...article, clauses: index === articles.length - 1 ? [...clauses, ...more] : clauses }
  })
}

/** Whether a value mentions a field, a clause or an alternative (`clause/alternative`). */
function mentions(value: unknown, id: string): boolean {
  if (typeof value === 'string') return value === id || value.includes(`{${id}}`)
  if (Array.isArray(value)) return value.some((one) => mentions(one, id))
  if (!isPlain(value)) return false
  return (
    `${String(value.chosen)}/${String(value.alternative)}` === id ||
    Object.values(value).some((one) => mentions(one, id))
  )
}

function isPlain(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
