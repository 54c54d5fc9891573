import { openSource, type Plain, plainsAt, textAt } from '../source.ts'
import { useNames } from './names.ts'

/** The names of a source's fields, articles, clauses, items and recitals by their ids. */
export function usePartNames(yaml: string): ReadonlyMap<string, string> {
  const { fieldName, partName } = useNames()
  const names = new Map<string, string>()
  const data = openSource(yaml)?.data
  if (!data) return names
  const add = (parts: Plain[], nameOf: (part: Plain) => string) => {
    for (const part of parts) {
      const id = textAt(part, ['id'])
      if (id) names.set(id, nameOf(part))
    }
  }
  add(plainsAt(data, ['fields']), fieldName)
  add(plainsAt(data, ['recitals']), partName)
  for (const article of ['articles', 'annexes'].flatMap((list) => plainsAt(data, [list]))) {
    add([article], partName)
    const clauses = plainsAt(article, ['clauses'])
    add(clauses, partName)
    for (const clause of clauses) add(plainsAt(clause, ['items']), partName)
  }
  return names
}
