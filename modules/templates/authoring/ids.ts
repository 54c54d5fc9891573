import { isPlainObject, listAt, objectsAt, type PlainObject, valueAt } from './source.ts'

/** All current and former ids of fields, articles, clauses, items and recitals. */
export function idsIn(data: PlainObject): Set<string> {
  const ids = new Set(['number', 'prevailing', 'this', 'languages', 'signed'])
  const add = (part: PlainObject) => {
    for (const id of [part.id, part.was].flat()) if (typeof id === 'string') ids.add(id)
  }
  for (const list of ['fields', 'recitals', 'articles', 'annexes', 'rules', 'advise', 'dates'])
    for (const part of objectsAt(data, [list])) {
      add(part)
      for (const clause of objectsAt(part, ['clauses'])) {
        add(clause)
        for (const item of objectsAt(clause, ['items'])) add(item)
      }
      for (const item of objectsAt(part, ['items'])) add(item)
    }
  return ids
}

const MAX_WORDS = 4
const MAX_ID_LENGTH = 32

/** Makes a new id from English words: `Payment of the fee` becomes `payment-of-the-fee`. */
export function newPartId(english: string, usedIds: ReadonlySet<string>, fallback: string): string {
  const words = english
    .replaceAll(/\{[^{}]*\}/g, ' ')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .slice(0, MAX_WORDS)
  while (words.length && !/^[a-z]/.test(words[0]!)) words.shift()
  while (words.length > 1 && words.join('-').length > MAX_ID_LENGTH) words.pop()
  const name = words.join('-').slice(0, MAX_ID_LENGTH)
  const base = name && !name.startsWith('added-') && !(name in {}) ? name : fallback
  if (!usedIds.has(base)) return base
  for (let count = 2; ; count++) if (!usedIds.has(`${base}-${count}`)) return `${base}-${count}`
}

/** The ids of a list of options or alternatives. */
export const idsOfList = (data: unknown, path: (string | number)[]): Set<string> =>
  new Set(
    listAt(data, path).flatMap((one) => (isPlainObject(one) && typeof one.id === 'string' ? one.id : [])),
  )

export const hasBlock = (entry: unknown): entry is PlainObject & { block: string } =>
  typeof valueAt(entry, ['block']) === 'string'
