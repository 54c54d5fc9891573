import type { Answers } from '../answers.ts'
import { machineMark, twinAt } from '../open-points/machine-points.ts'

/** The new ids of clauses, fields and parties; undefined or null for removed ones. */
interface Renaming {
  clause(id: string): string | null | undefined
  field(id: string): string | undefined
  party(key: string): string | undefined
}

/**
 * Carries over the marks of machine translations and the doubts of the second reading under their new ids,
 * so that unconfirmed texts stay unconfirmed.
 */
export function carryTranslationMarks(
  before: Answers,
  after: Answers,
  renaming: Renaming,
): Pick<Answers, 'machine' | 'doubted'> {
  const carryEntries = <Entry>(entries: Record<string, Entry>, markOf: (entry: Entry) => string) =>
    Object.entries(entries).flatMap(([key, one]): [string, Entry, string][] => {
      const oldTexts = twinAt(key, before)
      const newKey = oldTexts && machineMark(oldTexts) === markOf(one) && newKeyOf(key, renaming)
      const text = newKey ? twinAt(newKey, after) : null
      return newKey && text ? [[newKey, one, machineMark(text)]] : []
    })
  const machine = carryEntries(before.machine ?? {}, (mark) => mark).map(
    ([key, _, mark]) => [key, mark] as const,
  )
  const doubted = carryEntries(before.doubted ?? {}, ({ of }) => of).map(
    ([key, doubt, of]) => [key, { ...doubt, of }] as const,
  )
  return {
    ...(machine.length && { machine: Object.fromEntries(machine) }),
    ...(doubted.length && { doubted: Object.fromEntries(doubted) }),
  }
}

function newKeyOf(key: string, { clause, field, party }: Renaming): string | null {
  const [kind, id = ''] = key.split(':')
  const [owner = '', ...rest] = id.split('.')
  const newId = kind === 'clause' ? clause(owner) : kind === 'party' ? party(owner) : field(owner)
  return newId ? `${kind}:${[newId, ...rest].join('.')}` : null
}
