type PlainObject = Record<string, unknown>

/**
 * Converts YAML data to the shape of `Template`: texts under `text`, defaults set, whitespace at the ends
 * trimmed.
 */
export function fromYaml(data: unknown): unknown {
  const root = trimTexts(data)
  if (!isPlainObject(root)) return root
  return {
    recitals: [],
    ...root,
    ...mapEntries(root, 'recitals', clauseOf),
    ...mapEntries(root, 'fields', fieldOf),
    ...mapEntries(root, 'articles', articleOf),
    ...mapEntries(root, 'annexes', articleOf),
  }
}

const fieldOf = (field: PlainObject): PlainObject => ({
  ...field,
  ...mapEntries(field, 'options', gatherTexts),
  ...mapEntries(field, 'columns', (column) => ({
    ...gatherTexts(column),
    ...mapEntries(column, 'options', gatherTexts),
  })),
})

const articleOf = (article: PlainObject): PlainObject => ({
  ...article,
  ...mapEntries(article, 'clauses', clauseOf),
})

function clauseOf(clause: PlainObject): PlainObject {
  return {
    droppable: true,
    ...gatherTexts(clause),
    ...mapEntries(clause, 'alternatives', gatherTexts),
    ...mapEntries(clause, 'items', clauseOf),
  }
}

/**
 * Moves `zh`, `en` and `hant` under `text`. If `text` already exists, they are left in place and reported as
 * unknown keys.
 */
function gatherTexts(entry: PlainObject): PlainObject {
  if ('text' in entry) return entry
  const { zh, en, hant, ...rest } = entry
  const text = Object.fromEntries(Object.entries({ zh, en, hant }).filter(([, value]) => value !== undefined))
  return { ...rest, text }
}

function mapEntries(
  owner: PlainObject,
  key: string,
  convert: (entry: PlainObject) => PlainObject,
): PlainObject {
  const list = owner[key]
  if (!Array.isArray(list)) return {}
  return { [key]: list.map((entry) => (isPlainObject(entry) ? convert(entry) : entry)) }
}

function trimTexts(value: unknown): unknown {
  if (typeof value === 'string') return value.trim()
  if (Array.isArray(value)) return value.map(trimTexts)
  if (!isPlainObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, trimTexts(entry)]))
}

function isPlainObject(value: unknown): value is PlainObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
