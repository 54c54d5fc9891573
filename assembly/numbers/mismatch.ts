import type { Side } from '../answers.ts'
import { withoutPlaceholders } from '../characters/printable.ts'
import type { Run, Sides } from '../tree.ts'
import { readQuantities } from './quantities.ts'
import type { Quantity, Stated } from './reading.ts'

/**
 * How many numbers in a document's custom texts are compared; no real contract has more. Limits the time.
 */
export const maxCompared = 10_000

/**
 * Compares the numbers, amounts, percentages, dates, periods and blanks of two custom texts. Returns the
 * quantities that only one side has (zh 30日 / en 60 days), or null if the texts agree.
 */
export function findMismatch(text: Sides<Run[]>): Sides<string> | null {
  const { only } = compareQuantities({ zh: literal(text.zh), en: literal(text.en) }, { numbers: maxCompared })
  const zh = [...fieldsOnlyIn(text, 'zh'), ...only.zh]
  const en = [...fieldsOnlyIn(text, 'en'), ...only.en]
  if (!zh.length && !en.length) return null
  return { zh: listed(zh, '、'), en: listed(en, ', ') }
}

/**
 * The quantities that only one side has, and dates with two readings. `allowed` is the number of numbers
 * that may still be compared: once it reaches 0, all texts count as equal.
 */
export function compareQuantities(
  text: Sides<string>,
  allowed: { numbers: number },
): { only: Sides<string[]>; ambiguous: Sides<string[]> } {
  const nothing = { only: { zh: [], en: [] }, ambiguous: { zh: [], en: [] } }
  if (allowed.numbers <= 0) return nothing
  const zh = readQuantities(text.zh, 'zh')
  const en = readQuantities(text.en, 'en')
  for (const { quantities, loose } of [zh, en]) allowed.numbers -= quantities.length + loose.length
  return {
    only: { zh: unmatched(zh, en), en: unmatched(en, zh) },
    ambiguous: { zh: ambiguousIn(zh, en), en: ambiguousIn(en, zh) },
  }
}

function ambiguousIn(here: Stated, there: Stated): string[] {
  const written = new Set(there.quantities.map(({ source }) => source))
  return here.quantities.filter(({ or, source }) => or && !written.has(source)).map(({ source }) => source)
}

function listed(sources: string[], between: string): string {
  return [...new Set(sources)].join(between) || '—'
}

/** The text with its blanks removed, because their values are equal on both sides. */
function literal(runs: Run[]): string {
  const text = runs.map((run) => (run.kind === 'text' || run.kind === 'ref' ? run.text : '\u0000')).join('')
  return withoutPlaceholders(text)
}

function fieldsOnlyIn(text: Sides<Run[]>, side: Side): string[] {
  const there = new Set(text[side === 'zh' ? 'en' : 'zh'].filter(isField).map(({ of }) => of))
  return text[side].filter((run) => isField(run) && !there.has(run.of)).map((run) => run.text)
}

function isField(run: Run): boolean {
  return run.kind === 'field'
}

function unmatched(here: Stated, there: Stated): string[] {
  const own = keysOf(here)
  const others = keysOf(there)
  const isThere = (one: Quantity) => keysOfOne(one).some((key) => others.has(key))
  // 两份 / 2 copies: one side writes a figure, and the other a number word without a unit.
  const remaining = there.quantities.filter((one) => !keysOfOne(one).some((key) => own.has(key)))
  const figures = new Set(remaining.filter(({ kind }) => kind === 'number').map(({ value }) => value))
  const amounts = new Set(remaining.map(({ value }) => value))
  const words = new Set(there.loose)
  return here.quantities
    .filter((one) => !isThere(one))
    .filter(({ kind, value }) => !(kind === 'number' ? amounts : figures).has(value) && !words.has(value))
    .map(({ source }) => source)
}

const keysOfOne = ({ kind, value, or }: Quantity) =>
  or ? [`${kind} ${value}`, `${kind} ${or}`] : [`${kind} ${value}`]

const keysOf = ({ quantities }: Stated) => new Set(quantities.flatMap(keysOfOne))
