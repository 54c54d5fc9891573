import type { Side } from '../answers.ts'
import type { Run, Sides } from '../tree.ts'
import { type Quantity, readQuantities, type Stated } from './quantities.ts'

/** How many numbers of a document's custom texts are compared: more than a contract states, and read in no time. */
export const mostCompared = 10_000

/**
 * Compares the numbers, sums, percentages, dates and periods two custom texts state, and the blanks they print.
 * Answers what stands on one side only (zh 30日 / en 60 days), or null when the texts agree. Once as many numbers
 * as `allowed` have been compared, nothing more is: any two texts then agree.
 */
export function findMismatch(
  text: Sides<Run[]>,
  allowed: { numbers: number } = { numbers: mostCompared },
): Sides<string> | null {
  if (allowed.numbers <= 0) return null
  const zh = readQuantities(literal(text.zh), 'zh')
  const en = readQuantities(literal(text.en), 'en')
  for (const { quantities, loose } of [zh, en]) allowed.numbers -= quantities.length + loose.length
  const only: Sides<string[]> = {
    zh: [...fieldsOnlyIn(text, 'zh'), ...unmatched(zh, en)],
    en: [...fieldsOnlyIn(text, 'en'), ...unmatched(en, zh)],
  }
  if (!only.zh.length && !only.en.length) return null
  return { zh: listed(only.zh, '、'), en: listed(only.en, ', ') }
}

function listed(sources: string[], between: string): string {
  return [...new Set(sources)].join(between) || '—'
}

/** The text without its blanks: those follow the answers on both sides by themselves. */
function literal(runs: Run[]): string {
  return runs.map((run) => (run.kind === 'text' || run.kind === 'ref' ? run.text : '\u0000')).join('')
}

function fieldsOnlyIn(text: Sides<Run[]>, side: Side): string[] {
  const there = new Set(text[side === 'zh' ? 'en' : 'zh'].filter(isField).map(({ of }) => of))
  return text[side].filter((run) => isField(run) && !there.has(run.of)).map((run) => run.text)
}

function isField(run: Run): boolean {
  return run.kind === 'field'
}

function unmatched(here: Stated, there: Stated): string[] {
  const [own, others] = [keysOf(here), keysOf(there)]
  // 两份 / 2 copies: one side writes figures where the other has a word without a unit.
  const left = there.quantities.filter((one) => !own.has(keyOf(one)))
  const figures = new Set(left.filter(({ kind }) => kind === 'number').map(({ value }) => value))
  const amounts = new Set(left.map(({ value }) => value))
  const words = new Set(there.loose)
  return here.quantities
    .filter((one) => !others.has(keyOf(one)))
    .filter(({ kind, value }) => !(kind === 'number' ? amounts : figures).has(value) && !words.has(value))
    .map(({ source }) => source)
}

const keyOf = ({ kind, value }: Quantity) => `${kind} ${value}`

const keysOf = ({ quantities }: Stated) => new Set(quantities.map(keyOf))
