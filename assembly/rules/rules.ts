import { type Facts, holds } from '../conditions.ts'
import type { Rule, Template } from '../template/template.ts'
import type { OpenPoint } from '../tree.ts'
import { amountOf } from './amounts.ts'
import { amountsOf, fieldsOf, leavesOf } from './leaves.ts'

/**
 * The fields that are printed, each with the first clause that prints it. A field that is not printed has no
 * effect.
 */
export type LiveFields = ReadonlyMap<string, string | undefined>

/** Open points for rules of the template that the answers break together. */
export const rulePoints = ({ rules = [] }: Template, facts: Facts, liveFields: LiveFields): OpenPoint[] =>
  brokenRules(rules, facts, liveFields).map(({ rule, party }) => pointAt(rule, liveFields, party))

/** The rules that the answers break; for a rule that applies to each party, with the key of the party. */
export function brokenRules(
  rules: Rule[],
  facts: Facts,
  liveFields: LiveFields,
): { rule: Rule; party?: string }[] {
  return rules.flatMap((rule) => {
    if (!rule.each) return isBroken(rule, facts, liveFields) ? [{ rule }] : []
    return facts.people
      .filter((party) => isBroken(rule, { ...facts, currentParty: party }, liveFields))
      .map(({ key }) => ({ rule, party: key }))
  })
}

function isBroken({ when, must }: Rule, facts: Facts, liveFields: LiveFields): boolean {
  if (!holds(when, facts)) return false
  const leaves = leavesOf(must).map(({ leaf }) => leaf)
  const hasValue = (field: string) => liveFields.has(field) && facts.value(field) !== undefined
  if (!leaves.flatMap(fieldsOf).every(hasValue)) return false
  const isKnown = leaves.flatMap(amountsOf).every((amount) => amountOf(amount, facts) !== undefined)
  return isKnown && !holds(must, facts)
}

/** Matches an attribute of one party as a rule names it: `c.idNumber`. */
export const partyPlace = /^[a-j]\.(\w+)$/

/**
 * The place of the open point: a field with the clause that prints it, a clause, or an attribute of a party.
 */
export function pointAt({ id, at, message }: Rule, liveFields: LiveFields, party?: string): OpenPoint {
  const rule = { kind: 'invalid', problem: 'rule', rule: id, message } as const
  if (party) return { ...rule, at: `party:${party}.${at}`, field: at }
  const attribute = partyPlace.exec(at)?.[1]
  if (attribute) return { ...rule, at: `party:${at}`, field: attribute }
  const isField = liveFields.has(at)
  const clause = isField ? liveFields.get(at) : at !== 'languages' && at
  return {
    ...rule,
    at,
    ...(isField && { field: at }),
    ...(clause && { clause }),
  }
}
