import type { Facts } from '../conditions.ts'
import { hash } from '../confirmation/hash.ts'
import type { Rule, Template } from '../template/template.ts'
import type { OpenPoint } from '../tree.ts'
import { fieldsOf, leavesOf } from './leaves.ts'
import { brokenRules, type LiveFields, pointAt } from './rules.ts'

/**
 * Open points for answers that are lawful but unusual or risky. Each is confirmed once, and again if one of
 * the values that the advice compares changes.
 */
export function advicePoints({ advise = [] }: Template, facts: Facts, liveFields: LiveFields): OpenPoint[] {
  return brokenRules(advise, facts, liveFields).map(({ rule, party }) => ({
    ...pointAt(rule, liveFields, party),
    kind: 'advice',
    contentHash: hash(
      JSON.stringify([valuesOf(rule, facts), party && facts.people.find((one) => one.key === party)]),
    ),
  }))
}

/** The values that an advice compares. */
const valuesOf = ({ must }: Rule, facts: Facts) =>
  leavesOf(must)
    .flatMap(({ leaf }) => fieldsOf(leaf))
    .map((field) => facts.value(field) ?? null)
