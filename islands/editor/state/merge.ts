import type { Answers } from '#assembly/answers.ts'
import { maxConfirmations } from '#assembly/confirmation/confirmation.ts'
import type { FieldValue } from '#assembly/template/template.ts'
import { mergeAdded } from './merge-added.ts'
import { bundleOf, type PartyPlan, planParties } from './merge-parties.ts'
import { isEqual } from './same.ts'

export type Choice = 'mine' | 'theirs'

/** A part that both sides changed differently. `mine` or `theirs` is undefined if that side removed it. */
export interface Conflict {
  path: string
  kind: 'field' | 'row' | 'cell' | 'clause' | 'party' | 'parties' | 'languages' | 'signatureArea'
  /**
   * The id of a field or clause, `goods.r2` for a row, `goods.r2.price` for a cell, the key of a party, or
   * the name of a setting.
   */
  id: string
  mine: unknown
  theirs: unknown
}

export interface MergeResult {
  answers: Answers
  conflicts: Conflict[]
}

/** The common base, and the answers of both sides. */
export interface Sides {
  known: [Answers, ...Answers[]]
  mine: Answers
  theirs: Answers
}

/** Merges a table row by row; undefined if the field must be merged as a whole. */
export type MergeTable = (sides: Sides, id: string, settle: Settle) => FieldValue | undefined

/** Filled in by the code that is loaded later. */
export const lazyMerge: { mergeTable?: MergeTable } = {}

/** Merges one part: a change by one side wins; different changes by both sides are a conflict. */
export type Settle = <T>(kind: Conflict['kind'], id: string, pick: (answers: Answers) => T) => T

/**
 * Three-way merge. `bases` are the possible bases: the last saved answers, and those sent without a
 * response, because a save may have arrived although its response was lost. A part of theirs that equals the
 * part in any of them counts as unchanged by them; a part that I changed back counts as changed by me.
 * Conflicts are resolved by `choices`, by default with mine. Until `lazyMerge` is filled in, a table is
 * merged as one part.
 */
export function mergeAnswers(
  bases: [Answers, ...Answers[]],
  mine: Answers,
  theirs: Answers,
  choices: Record<string, Choice> = {},
): MergeResult {
  const base = bases[0]
  if (isEqual(mine, theirs) || bases.some((one) => isEqual(one, theirs)))
    return { answers: mine, conflicts: [] }
  const conflicts: Conflict[] = []
  const settleConflict = (conflict: Omit<Conflict, 'path'>): Choice => {
    const path = `${conflict.kind}.${conflict.id}`
    conflicts.push({ path, ...conflict })
    return choices[path] ?? 'mine'
  }
  const settle: Settle = (kind, id, pick) => {
    const myPart = pick(mine)
    const theirPart = pick(theirs)
    if (isEqual(myPart, theirPart) || bases.some((one) => isEqual(pick(one), theirPart))) return myPart
    if (bases.every((one) => isEqual(pick(one), myPart))) return theirPart
    return settleConflict({ kind, id, mine: myPart, theirs: theirPart }) === 'mine' ? myPart : theirPart
  }
  const plan = planParties(bases, mine, theirs)
  return { answers: mergeParts({ base, known: bases, mine, theirs }, settle, plan), conflicts }
}

interface Versions extends Sides {
  base: Answers
}

function mergeParts(versions: Versions, settle: Settle, plan: PartyPlan): Answers {
  const { mine, theirs } = versions
  const bundledIds = plan.by === 'bundle' ? plan.clauses : []
  const bundle = plan.by === 'bundle' ? settle('parties', 'all', (one) => bundleOf(one, bundledIds)) : null
  const clauses = eachKey(mine.clauses, theirs.clauses, (id) =>
    bundle && bundledIds.includes(id)
      ? bundle.clauses[id]
      : settle('clause', id, (one) => ownValue(one.clauses, id)),
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
      (id) =>
        lazyMerge.mergeTable?.(versions, id, settle) ??
        settle('field', id, (one) => ownValue(one.fields, id)),
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

/** The confirmations of both sides. If both confirmed the same point with a reason, mine is used. */
function confirmedIn({ confirmed = [] }: Answers, theirs: Answers): Pick<Answers, 'confirmed'> {
  const theirConfirmations = (theirs.confirmed ?? []).filter(
    ({ point }) => !confirmed.some((one) => one.point === point),
  )
  const confirmations = [...theirConfirmations, ...confirmed].slice(-maxConfirmations)
  return confirmations.length ? { confirmed: confirmations } : {}
}

/**
 * The mark of a machine translation is removed if either side confirms it; marks of their later translations
 * are added.
 */
function machineIn({ base, mine, theirs }: Versions): Pick<Answers, 'machine'> {
  const remainingMarks = Object.entries(theirs.machine ?? {}).filter(
    ([key, mark]) => base.machine?.[key] !== mark || mine.machine?.[key] === mark,
  )
  return remainingMarks.length ? { machine: Object.fromEntries(remainingMarks) } : {}
}

function partyByParty({ mine, theirs }: Versions, settle: Settle): Answers['parties'] {
  const keys = new Set([...mine.parties, ...theirs.parties].map(({ key }) => key))
  return [...keys]
    .sort()
    .flatMap((key) => settle('party', key, ({ parties }) => parties.find((party) => party.key === key)) ?? [])
}

function mergeOrder({ base, mine, theirs }: Versions, settle: Settle): string[] {
  const baseOrder = base.signatureArea.order
  const myOrder = mine.signatureArea.order
  const theirOrder = theirs.signatureArea.order
  const haveOnlyAppended = [myOrder, theirOrder].every((order) =>
    isEqual(order.slice(0, baseOrder.length), baseOrder),
  )
  if (haveOnlyAppended) return [...new Set([...theirOrder, ...myOrder])]
  return settle('signatureArea', 'order', ({ signatureArea }) => signatureArea.order)
}

function eachKey<T>(
  one: Record<string, T>,
  other: Record<string, T>,
  mergedValueOf: (id: string) => T | undefined,
): Record<string, T> {
  const result: Record<string, T> = {}
  for (const id of new Set([...Object.keys(one), ...Object.keys(other)])) {
    const value = mergedValueOf(id)
    if (value !== undefined) result[id] = value
  }
  return result
}

function ownValue<T>(record: Record<string, T>, id: string): T | undefined {
  return Object.hasOwn(record, id) ? record[id] : undefined
}
