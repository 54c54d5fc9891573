type Plain = Record<string, unknown>

/**
 * Converts YAML data to the shape of `Template`: texts under `text`, defaults set, whitespace at the ends
 * trimmed.
 */
export function fromYaml(data: unknown): unknown {
  const root = trimmed(data)
  if (!isPlain(root)) return root
  return {
    recitals: [],
    ...root,
    ...mapped(root, 'recitals', clauseOf),
    ...mapped(root, 'fields', fieldOf),
    ...mapped(root, 'articles', articleOf),
    ...mapped(root, 'annexes', articleOf),
  }
}

const fieldOf = (field: Plain): Plain => ({
  ...field,
  ...mapped(field, 'options', gathered),
  ...mapped(field, 'columns', (column) => ({ ...gathered(column), ...mapped(column, 'options', gathered) })),
})

const articleOf = (article: Plain): Plain => ({ ...article, ...mapped(article, 'clauses', clauseOf) })

function clauseOf(clause: Plain): Plain {
  return {
    droppable: true,
    ...gathered(clause),
    ...mapped(clause, 'alternatives', gathered),
    ...mapped(clause, 'items', clauseOf),
  }
}

/**
 * Moves `zh`, `en` and `hant` under `text`. If `text` already exists, they are left in place and reported as
 * unknown keys.
 */
function gathered(entry: Plain): Plain {
  if ('text' in entry) return entry
  const { zh, en, hant, ...rest } = entry
  const text = Object.fromEntries(Object.entries({ zh, en, hant }).filter(([, value]) => value !== undefined))
  return { ...rest, text }
}

function mapped(owner: Plain, key: string, each: (entry: Plain) => Plain): Plain {
  const list = owner[key]
  if (!Array.isArray(list)) return {}
  return { [key]: list.map((entry) => (isPlain(entry) ? each(entry) : entry)) }
}

function trimmed(value: unknown): unknown {
  if (typeof value === 'string') return value.trim()
  if (Array.isArray(value)) return value.map(trimmed)
  if (!isPlain(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, trimmed(entry)]))
}

function isPlain(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
