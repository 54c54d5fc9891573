import { diffArrays } from 'diff'
import type { Run } from '../tree.ts'

/** Beyond so many characters taken out and put in nothing of what was printed is found again. */
const mostEdits = 800

/** A character, and of which run it was printed; -1 when it is new. */
interface Sign {
  text: string
  run: number
}

/**
 * The text with its marks that prints as `wording`, made from what was printed before: a blank, a reference
 * or a party that the wording leaves as it was stays one, and of one that it changes only the words stand.
 */
export function markedText(printed: Run[], wording: string): string {
  const signs = alignSigns(printed, wording)
  let text = ''
  for (let at = 0; at < signs.length; ) {
    const run = printed[signs[at]!.run]
    const end = run && run.kind !== 'text' ? endOfRun(signs, at, run) : 0
    text += end ? markOf(run!) : escaped(signs[at]!.text)
    at = end || at + 1
  }
  return text
}

/** Every character of the wording, with the run it is still of. */
function alignSigns(printed: Run[], wording: string): Sign[] {
  const old = printed.flatMap(({ text }, run) => [...text].map((sign): Sign => ({ text: sign, run })))
  const now = [...wording].map((text): Sign => ({ text, run: -1 }))
  const parts = diffArrays(old, now, { comparator: (a, b) => a.text === b.text, maxEditLength: mostEdits })
  if (!parts) return now
  let at = 0
  return parts.flatMap(({ value, added, removed }) => {
    if (added) return value
    at += value.length
    return removed ? [] : old.slice(at - value.length, at)
  })
}

/** Where a run ends that begins here and stands whole, as words of its own; 0 when it does not. */
function endOfRun(signs: Sign[], at: number, { text }: Run): number {
  const { run } = signs[at]!
  const end = at + [...text].length
  const whole = signs
    .slice(at, end)
    .map((sign) => (sign.run === run ? sign.text : ''))
    .join('')
  return whole === text && !grown(signs, at) && !grown(signs, end) ? end : 0
}

/** Whether something new was put directly to a figure or a Latin word, which makes another of it. */
function grown(signs: Sign[], at: number): boolean {
  const before = signs[at - 1]
  const after = signs[at]
  if (!before || !after || (before.run >= 0 && after.run >= 0)) return false
  return [before, after].every(({ text }) => /[\p{N}\p{Script=Latin}]/u.test(text))
}

function markOf({ kind, of }: Run): string {
  if (kind === 'field') return `{${of}}`
  return kind === 'ref' ? `{ref:${of}}` : `{party:${of}}`
}

const escaped = (text: string) => text.replace(/[{}]/g, '$&$&')
