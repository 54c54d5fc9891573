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
