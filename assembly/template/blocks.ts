/** The texts of the library's shared blocks, by name. */
export type BlockFiles = Record<string, string>

type Plain = Record<string, unknown>
type Path = (string | number)[]

/** A template with its blocks in place, and where each part of it was written. */
export interface Expanded {
  data: unknown
  /** The path within the template's own file, and the block that the part came from. */
  origin(path: Path): { path: Path; block?: string }
}

interface BlockOrigin {
  block?: string
  /** Where the block is named, or the part stands, in the template's own file. */
  from: Path
  entry: unknown
}

const LISTS = ['articles', 'fields', 'rules'] as const

/**
 * Puts in place of every `{ block: name }` among the articles what that block holds; its fields and rules go
 * behind the template's own, which override those of the same id. `without` leaves clauses and rules out, and
 * alternatives by `clause/alternative`; `with` gives clauses of one's own, which stand in place of those of
 * the same id, key by key, or behind all; `defaults` sets other values. Fields and rules about what is left
 * out are left out with it.
 */
export function withBlocks(data: unknown, readBlock: (name: string) => unknown): Expanded {
  if (!isPlain(data) || !Array.isArray(data.articles) || !data.articles.some(blockNameOf)) {
    return { data, origin: (path) => ({ path }) }
  }
  const lists = { articles: [] as BlockOrigin[], fields: own(data, 'fields'), rules: own(data, 'rules') }
  for (const [index, entry] of data.articles.entries()) {
    const from = ['articles', index]
    const block = blockNameOf(entry)
    const held = block ? readBlock(block) : undefined
    if (!block || !isPlain(held)) lists.articles.push({ from, entry })
    else {
      const parts = adapted(held, entry as Plain, data)
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

const own = (data: Plain, list: 'fields' | 'rules'): BlockOrigin[] =>
  listOf(data, list).map((entry, index) => ({ from: [list, index], entry }))

const listOf = (data: Plain, list: string): unknown[] => (Array.isArray(data[list]) ? data[list] : [])

const idOf = (entry: unknown) => (isPlain(entry) ? entry.id : undefined)

const blockNameOf = (entry: unknown) =>
  isPlain(entry) && typeof entry.block === 'string' ? entry.block : undefined

/** A block's lists as a template takes them. */
function adapted(block: Plain, taking: Plain, template: Plain): Record<(typeof LISTS)[number], unknown[]> {
  const left = listOf(taking, 'without')
  const { defaults } = taking
  const articles = withOwn(
    listOf(block, 'articles').map((one) => without(one, left)),
    listOf(taking, 'with'),
  )
  const { recitals, articles: others, annexes } = template
  const all = listOf(block, 'fields')
  const fields = all.filter((one) => names([articles, recitals, others, annexes], String(idOf(one))))
  const gone = [...left, ...all.filter((one) => !fields.includes(one)).map(idOf)].map(String)
  return {
    articles,
    fields: fields.map((one) => {
      const id = String(idOf(one))
      return isPlain(one) && isPlain(defaults) && id in defaults ? { ...one, default: defaults[id] } : one
    }),
    rules: listOf(block, 'rules').filter((rule) => !gone.some((id) => names(rule, id))),
  }
}

/** An article without these clauses and alternatives. */
function without(article: unknown, left: unknown[]): unknown {
  if (!isPlain(article) || !left.length) return article
  const clauses = listOf(article, 'clauses').filter((clause) => !left.includes(idOf(clause)))
  return {
    ...article,
    clauses: clauses.map((clause) => {
      if (!isPlain(clause) || !clause.alternatives) return clause
      const isLeft = (one: unknown) => left.includes(`${String(clause.id)}/${String(idOf(one))}`)
      return { ...clause, alternatives: listOf(clause, 'alternatives').filter((one) => !isLeft(one)) }
    }),
  }
}

/** The articles with a template's own clauses in place of those of the same id, the others behind all. */
function withOwn(articles: unknown[], given: unknown[]): unknown[] {
  const places = new Set(articles.flatMap((one) => (isPlain(one) ? listOf(one, 'clauses').map(idOf) : [])))
  const more = given.filter((clause) => !places.has(idOf(clause)))
  return articles.map((article, index) => {
    if (!isPlain(article)) return article
    const clauses = listOf(article, 'clauses').map((clause) => {
      const ours = given.find((one) => idOf(one) === idOf(clause))
      return isPlain(clause) && isPlain(ours) ? { ...clause, ...ours } : clause
    })
    return { ...article, clauses: index === articles.length - 1 ? [...clauses, ...more] : clauses }
  })
}

/** Whether something speaks of a field, a clause or, by `clause/alternative`, an alternative. */
function names(value: unknown, id: string): boolean {
  if (typeof value === 'string') return value === id || value.includes(`{${id}}`)
  if (Array.isArray(value)) return value.some((one) => names(one, id))
  if (!isPlain(value)) return false
  return (
    `${String(value.chosen)}/${String(value.alternative)}` === id ||
    Object.values(value).some((one) => names(one, id))
  )
}

function isPlain(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
