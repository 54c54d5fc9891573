import type { Answers } from '../answers.ts'
import { machineMark, twinAt } from '../open-points/machine-points.ts'

/** The new ids of clauses, fields and parties; undefined for what is gone. */
interface Renaming {
  clause(id: string): string | null | undefined
  field(id: string): string | undefined
  party(key: string): string | undefined
}

/** The marks of machine translations under their new ids: what nobody confirmed stays unconfirmed. */
export function carryMachine(before: Answers, after: Answers, renaming: Renaming): Pick<Answers, 'machine'> {
  const marks = Object.entries(before.machine ?? {}).flatMap(([key, mark]) => {
    const was = twinAt(key, before)
    const now = was && machineMark(was) === mark && keyNow(key, renaming)
    const text = now ? twinAt(now, after) : null
    return now && text ? [[now, machineMark(text)]] : []
  })
  return marks.length ? { machine: Object.fromEntries(marks) } : {}
}

function keyNow(key: string, { clause, field, party }: Renaming): string | null {
  const [kind, id = ''] = key.split(':')
  const [owner = '', ...rest] = id.split('.')
  const now = kind === 'clause' ? clause(owner) : kind === 'party' ? party(owner) : field(owner)
  return now ? `${kind}:${[now, ...rest].join('.')}` : null
}
