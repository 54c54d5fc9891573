import type { Answers } from '../answers.ts'
import { machineMark, twinAt } from '../open-points/machine-points.ts'

/** The new ids of clauses, fields and parties; undefined for removed ones. */
interface Renaming {
  clause(id: string): string | null | undefined
  field(id: string): string | undefined
  party(key: string): string | undefined
}

/**
 * Carries over the marks of machine translations and the doubts of the second reading under their new ids,
 * so that unconfirmed texts stay unconfirmed.
 */
export function carryMachine(
  before: Answers,
  after: Answers,
  renaming: Renaming,
): Pick<Answers, 'machine' | 'doubted'> {
  const carried = <Kept>(kept: Record<string, Kept>, markOf: (kept: Kept) => string) =>
    Object.entries(kept).flatMap(([key, one]): [string, Kept, string][] => {
      const was = twinAt(key, before)
      const now = was && machineMark(was) === markOf(one) && keyNow(key, renaming)
      const text = now ? twinAt(now, after) : null
      return now && text ? [[now, one, machineMark(text)]] : []
    })
  const machine = carried(before.machine ?? {}, (mark) => mark).map(([key, _, mark]) => [key, mark] as const)
  const doubted = carried(before.doubted ?? {}, ({ of }) => of).map(
    ([key, doubt, of]) => [key, { ...doubt, of }] as const,
  )
  return {
    ...(machine.length && { machine: Object.fromEntries(machine) }),
    ...(doubted.length && { doubted: Object.fromEntries(doubted) }),
  }
}

function keyNow(key: string, { clause, field, party }: Renaming): string | null {
  const [kind, id = ''] = key.split(':')
  const [owner = '', ...rest] = id.split('.')
  const now = kind === 'clause' ? clause(owner) : kind === 'party' ? party(owner) : field(owner)
  return now ? `${kind}:${[now, ...rest].join('.')}` : null
}
