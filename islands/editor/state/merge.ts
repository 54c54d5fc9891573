import type { Answers } from '#assembly/answers.ts'
import { maxConfirmations } from '#assembly/confirmation/confirmation.ts'
import type { FieldValue } from '#assembly/template/template.ts'
import { mergeAdded } from './merge-added.ts'
import { bundleOf, type PartyPlan, planParties } from './merge-parties.ts'
import { same } from './same.ts'

export type Choice = 'mine' | 'theirs'

/** A part that both sides changed differently. `mine` or `theirs` is undefined if that side removed it. */
export interface Conflict {
  path: string
  kind: 'field' | 'row' | 'cell' | 'clause' | 'party' | 'parties' | 'languages' | 'signatureArea'
  /**
   * Id of the field or clause, `goods.r2` for a row, `goods.r2.price` for a cell, key of the party, or the
   * setting.
   */
  id: string
  mine: unknown
  theirs: unknown
}

export interface MergeResult {
  answers: Answers
  conflicts: Conflict[]
}

/** The common base, and the answers of each side. */
export interface Sides {
  known: [Answers, ...Answers[]]
  mine: Answers
  theirs: Answers
}

/** Merges a table row by row; undefined when the field must be settled as a whole. */
export type MergeTable = (sides: Sides, id: string, settle: Settle) => FieldValue | undefined

/** Set by the code that is loaded later. */
export const lazy: { mergeTable?: MergeTable } = {}

/** Settles one part: a change of one side wins; different changes of both are a conflict. */
export type Settle = <T>(kind: Conflict['kind'], id: string, pick: (answers: Answers) => T) => T

/**
 * Three-way merge. `known` are the possible bases: the last saved answers, and the ones sent without a
 * response, since a save may have arrived although its reply was lost. A part of theirs that equals any of
 * these counts as unchanged by them; a part that I changed back counts as changed by me. Conflicts are
 * resolved by `choices`, mine by default. Until `later` is loaded a table is one part.
 */
export function mergeAnswers(
  known: [Answers, ...Answers[]],
  mine: Answers,
  theirs: Answers,
  choices: Record<string, Choice> = {},
): MergeResult {
  const base = known[0]
  if (same(mine, theirs) || known.some((one) => same(one, theirs))) return { answers: mine, conflicts: [] }
  const conflicts: Conflict[] = []
  const settleConflict = (found: Omit<Conflict, 'path'>): Choice => {
    const path = `${found.kind}.${found.id}`
    conflicts.push({ path, ...found })
    return choices[path] ?? 'mine'
  }
  const settle: Settle = (kind, id, pick) => {
    const ours = pick(mine)
    const others = pick(theirs)
    if (same(ours, others) || known.some((one) => same(pick(one), others))) return ours
    if (known.every((one) => same(pick(one), ours))) return others
    return settleConflict({ kind, id, mine: ours, theirs: others }) === 'mine' ? ours : others
  }
  const plan = planParties(known, mine, theirs)
  return { answers: mergeParts({ base, known, mine, theirs }, settle, plan), conflicts }
}

interface Versions extends Sides {
  base: Answers
}

function mergeParts(versions: Versions, settle: Settle, plan: PartyPlan): Answers {
  const { mine, theirs } = versions
  const bundled = plan.by === 'bundle' ? plan.clauses : []
  const bundle = plan.by === 'bundle' ? settle('parties', 'all', (one) => bundleOf(one, bundled)) : null
  const clauses = eachKey(mine.clauses, theirs.clauses, (id) =>
    bundle && bundled.includes(id) ? bundle.clauses[id] : settle('clause', id, (one) => own(one.clauses, id)),
  )
  const articles = mergeAdded(versions, clauses, ({ addedArticles = [] }) => addedArticles)
  const parties = bundle?.parties ?? (plan.by === 'side' ? plan.parties : partyByParty(versions, settle))
  const order = bundle?.order ?? mergeOrder(versions, settle)
  return {
    languages: {
      primary: settle('languages', 'primary', ({ languages }) => languages.primary),
      bilingual: settle('languages', 'bilingual', ({ languages }) => languages.bilingual),
      script: settle('languages', 'script', ({ languages }) => languages.script),
    },
    fields: eachKey(
      mine.fields,
      theirs.fields,
      (id) => lazy.mergeTable?.(versions, id, settle) ?? settle('field', id, (one) => own(one.fields, id)),
    ),
    clauses,
    added: mergeAdded(versions, clauses, ({ added }) => added),
    ...(articles.length && { addedArticles: articles }),
    parties,
    ...confirmedIn(mine, theirs),
    position: (mine.position === versions.base.position ? theirs : mine).position,
    ...machineIn(versions),
    ...(theirs.doubted && { doubted: theirs.doubted }),
    signatureArea: {
      order: order.filter((key) => parties.some((party) => party.key === key)),
      place: settle('signatureArea', 'place', ({ signatureArea }) => signatureArea.place),
      date: settle('signatureArea', 'date', ({ signatureArea }) => signatureArea.date),
      seal: settle('signatureArea', 'seal', ({ signatureArea }) => signatureArea.seal),
    },
  }
}

/** The confirmations of both sides; of two reasons for the same point, mine. */
function confirmedIn({ confirmed = [] }: Answers, theirs: Answers): Pick<Answers, 'confirmed'> {
  const others = (theirs.confirmed ?? []).filter(({ point }) => !confirmed.some((one) => one.point === point))
  const all = [...others, ...confirmed].slice(-maxConfirmations)
  return all.length ? { confirmed: all } : {}
}

/** A mark of machine translation ends when either side confirms it; their later translation adds others. */
function machineIn({ base, mine, theirs }: Versions): Pick<Answers, 'machine'> {
  const remaining = Object.entries(theirs.machine ?? {}).filter(
    ([key, mark]) => base.machine?.[key] !== mark || mine.machine?.[key] === mark,
  )
  return remaining.length ? { machine: Object.fromEntries(remaining) } : {}
}

function partyByParty({ mine, theirs }: Versions, settle: Settle): Answers['parties'] {
  const keys = new Set([...mine.parties, ...theirs.parties].map(({ key }) => key))
  return [...keys]
    .sort()
    .flatMap((key) => settle('party', key, ({ parties }) => parties.find((party) => party.key === key)) ?? [])
}

function mergeOrder({ base, mine, theirs }: Versions, settle: Settle): string[] {
  const before = base.signatureArea.order
  const ours = mine.signatureArea.order
  const others = theirs.signatureArea.order
  const grown = [ours, others].every((order) => same(order.slice(0, before.length), before))
  if (grown) return [...new Set([...others, ...ours])]
  return settle('signatureArea', 'order', ({ signatureArea }) => signatureArea.order)
}

function eachKey<T>(
  one: Record<string, T>,
  other: Record<string, T>,
  settled: (id: string) => T | undefined,
): Record<string, T> {
  const result: Record<string, T> = {}
  for (const id of new Set([...Object.keys(one), ...Object.keys(other)])) {
    const value = settled(id)
    if (value !== undefined) result[id] = value
  }
  return result
}

function own<T>(record: Record<string, T>, id: string): T | undefined {
  return Object.hasOwn(record, id) ? record[id] : undefined
}
