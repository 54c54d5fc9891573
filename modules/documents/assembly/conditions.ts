import type { Condition } from './template/template.ts'

/** What a condition may ask about. */
export interface Facts {
  value(field: string): unknown
  kept(id: string): boolean
  chosen(clause: string, alternative: string): boolean
  parties: number
}

/** Whether a condition holds. A boolean that was not answered counts as false. */
export function holds(condition: Condition | undefined, facts: Facts): boolean {
  if (!condition) return true
  if ('field' in condition) {
    const value = facts.value(condition.field)
    return condition.is === false ? value === undefined || value === false : value === condition.is
  }
  if ('filled' in condition) return facts.value(condition.filled) !== undefined
  if ('kept' in condition) return facts.kept(condition.kept)
  if ('chosen' in condition) return facts.chosen(condition.chosen, condition.alternative)
  if ('parties' in condition) return facts.parties >= condition.parties.atLeast
  if ('all' in condition) return condition.all.every((one) => holds(one, facts))
  if ('any' in condition) return condition.any.some((one) => holds(one, facts))
  return !holds(condition.not, facts)
}

/** The fields whose answers decide the condition as things stand: `all` and `any` stop where the outcome is sure. */
export function askedFields(condition: Condition | undefined, facts: Facts): string[] {
  if (!condition) return []
  const asked: string[] = []
  holds(condition, {
    ...facts,
    value(field) {
      asked.push(field)
      return facts.value(field)
    },
  })
  return asked
}

/** One thing a condition asks about. */
export type Fact = Exclude<Condition, { all: unknown } | { any: unknown } | { not: unknown }>

/** A fact, and whether it holds as things stand. */
export interface Reason {
  fact: Fact
  holds: boolean
}

/** What makes a condition come out as it does: changing it changes the outcome. */
export function decidedBy(condition: Condition, facts: Facts): Reason[] {
  if ('not' in condition) return decidedBy(condition.not, facts)
  if ('all' in condition || 'any' in condition) {
    const parts = 'all' in condition ? condition.all : condition.any
    const outcome = holds(condition, facts)
    const deciding = parts.filter((part) => holds(part, facts) === outcome)
    return deciding.flatMap((part) => decidedBy(part, facts))
  }
  return [{ fact: condition, holds: holds(condition, facts) }]
}
