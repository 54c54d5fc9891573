import { objectsAt, openSource, type PlainObject, textAt } from '../source.ts'
import { useNames } from './names.ts'

/** The names of a source's fields, articles, clauses, items and recitals by their ids. */
export function usePartNames(yaml: string): ReadonlyMap<string, string> {
  const { fieldName, partName } = useNames()
  const names = new Map<string, string>()
  const data = openSource(yaml)?.data
  if (!data) return names
  const add = (parts: PlainObject[], nameOf: (part: PlainObject) => string) => {
    for (const part of parts) {
      const id = textAt(part, ['id'])
      if (id) names.set(id, nameOf(part))
    }
  }
  add(objectsAt(data, ['fields']), fieldName)
  add(objectsAt(data, ['recitals']), partName)
  for (const article of ['articles', 'annexes'].flatMap((list) => objectsAt(data, [list]))) {
    add([article], partName)
    const clauses = objectsAt(article, ['clauses'])
    add(clauses, partName)
    for (const clause of clauses) add(objectsAt(clause, ['items']), partName)
  }
  return names
}
