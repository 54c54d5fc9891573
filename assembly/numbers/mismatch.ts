import type { Side } from '../answers.ts'
import { withoutPlaceholders } from '../characters/printable.ts'
import type { Run, Sides } from '../tree.ts'
import { readQuantities } from './quantities.ts'
import type { Quantity, StatedNumbers } from './reading.ts'

/**
 * The maximum number of numbers that are compared in a document's custom texts. It limits the time; no real
 * contract has more.
 */
export const MAX_COMPARED_NUMBERS = 10_000

/**
 * Compares the numbers, amounts, percentages, dates, periods and blanks of two custom texts. Returns the
 * quantities that only one side has (zh 30日 / en 60 days), or null if the texts agree.
 */
export function findMismatch(text: Sides<Run[]>): Sides<string> | null {
  const { unmatched } = compareQuantities(
    { zh: withoutBlanks(text.zh), en: withoutBlanks(text.en) },
    { numbers: MAX_COMPARED_NUMBERS },
  )
  const zh = [...fieldsOnlyIn(text, 'zh'), ...unmatched.zh]
  const en = [...fieldsOnlyIn(text, 'en'), ...unmatched.en]
  if (!zh.length && !en.length) return null
  return { zh: joinSources(zh, '、'), en: joinSources(en, ', ') }
}

/**
 * The quantities that only one side has, and dates with two readings. `budget` is the number of numbers
 * that may still be compared: once it reaches 0, all texts count as equal.
 */
export function compareQuantities(
  text: Sides<string>,
  budget: { numbers: number },
): { unmatched: Sides<string[]>; ambiguous: Sides<string[]> } {
  const empty = { unmatched: { zh: [], en: [] }, ambiguous: { zh: [], en: [] } }
  if (budget.numbers <= 0) return empty
  const zh = readQuantities(text.zh, 'zh')
  const en = readQuantities(text.en, 'en')
  for (const { quantities, looseNumbers } of [zh, en])
    budget.numbers -= quantities.length + looseNumbers.length
  return {
    unmatched: { zh: unmatchedIn(zh, en), en: unmatchedIn(en, zh) },
    ambiguous: { zh: ambiguousIn(zh, en), en: ambiguousIn(en, zh) },
  }
}

function ambiguousIn(thisSide: StatedNumbers, otherSide: StatedNumbers): string[] {
  const otherSources = new Set(otherSide.quantities.map(({ source }) => source))
  return thisSide.quantities
    .filter(({ other, source }) => other && !otherSources.has(source))
    .map(({ source }) => source)
}

function joinSources(sources: string[], separator: string): string {
  return [...new Set(sources)].join(separator) || '—'
}

/** The text with its blanks removed, because their values are equal on both sides. */
function withoutBlanks(runs: Run[]): string {
  const text = runs.map((run) => (run.kind === 'text' || run.kind === 'ref' ? run.text : '\u0000')).join('')
  return withoutPlaceholders(text)
}

function fieldsOnlyIn(text: Sides<Run[]>, side: Side): string[] {
  const otherFields = new Set(text[side === 'zh' ? 'en' : 'zh'].filter(isField).map(({ target }) => target))
  return text[side].filter((run) => isField(run) && !otherFields.has(run.target)).map((run) => run.text)
}

function isField(run: Run): boolean {
  return run.kind === 'field'
}

function unmatchedIn(thisSide: StatedNumbers, otherSide: StatedNumbers): string[] {
  const ownKeys = keysOf(thisSide)
  const otherKeys = keysOf(otherSide)
  const isOnOtherSide = (one: Quantity) => keysOfOne(one).some((key) => otherKeys.has(key))
  // 两份 / 2 copies: a number without a unit matches any quantity of the same value on the other side.
  // A separate number word matches every quantity of its value.
  const otherUnmatched = otherSide.quantities.filter((one) => !keysOfOne(one).some((key) => ownKeys.has(key)))
  const figures = new Set(otherUnmatched.filter(({ kind }) => kind === 'number').map(({ value }) => value))
  const amounts = new Set(otherUnmatched.map(({ value }) => value))
  const words = new Set(otherSide.looseNumbers)
  return thisSide.quantities
    .filter((one) => !isOnOtherSide(one))
    .filter(({ kind, value }) => !(kind === 'number' ? amounts : figures).has(value) && !words.has(value))
    .map(({ source }) => source)
}

const keysOfOne = ({ kind, value, other }: Quantity) =>
  other ? [`${kind} ${value}`, `${kind} ${other}`] : [`${kind} ${value}`]

const keysOf = ({ quantities }: StatedNumbers) => new Set(quantities.flatMap(keysOfOne))
