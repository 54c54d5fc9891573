import { type Facts, holds } from '../conditions.ts'
import type { Rule, Template } from '../template/template.ts'
import type { OpenPoint } from '../tree.ts'
import { amountOf } from './amounts.ts'
import { amountsOf, fieldsOf, leavesOf } from './leaves.ts'

/**
 * The fields in use, each with the first clause that prints it. A field that no text prints has no effect.
 */
export type LiveFields = ReadonlyMap<string, string | undefined>

/** Open points where the answers together break a rule of the template. */
export function rulePoints({ rules = [] }: Template, facts: Facts, live: LiveFields): OpenPoint[] {
  return rules.flatMap((rule) => {
    if (!rule.each) return isBroken(rule, facts, live) ? [pointAt(rule, live)] : []
    return facts.people
      .filter((it) => isBroken(rule, { ...facts, it }, live))
      .map(({ key }) => ({ ...pointAt(rule, live), at: `party:${key}.${rule.at}`, field: rule.at }))
  })
}

function isBroken({ when, must }: Rule, facts: Facts, live: LiveFields): boolean {
  if (!holds(when, facts)) return false
  const leaves = leavesOf(must).map(({ leaf }) => leaf)
  const isGiven = (field: string) => live.has(field) && facts.value(field) !== undefined
  if (!leaves.flatMap(fieldsOf).every(isGiven)) return false
  const isKnown = leaves.flatMap(amountsOf).every((amount) => amountOf(amount, facts) !== undefined)
  return isKnown && !holds(must, facts)
}

/** Places the open point at a field, with the clause that prints it, or at a clause. */
function pointAt({ id, at, message, each }: Rule, live: LiveFields): OpenPoint {
  const isField = live.has(at)
  const clause = isField ? live.get(at) : !each && at !== 'languages' && at
  return {
    kind: 'invalid',
    at,
    problem: 'rule',
    rule: id,
    message,
    ...(isField && { field: at }),
    ...(clause && { clause }),
  }
}
