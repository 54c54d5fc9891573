import { diffArrays } from 'diff'
import type { Run } from '../tree.ts'

/** Above this number of edits no printed run is recognised, and all text becomes plain words. */
const maxEdits = 800

/** A character and the index of its printed run; -1 for a new one. */
interface AlignedCharacter {
  text: string
  run: number
}

/**
 * Builds the text whose printed form is `wording`, with marks. An unchanged blank, reference or party stays
 * a mark; a changed one becomes plain words.
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

/** Aligns every character of the wording with its printed run. */
function alignSigns(printed: Run[], wording: string): AlignedCharacter[] {
  const old = printed.flatMap(({ text }, run) =>
    [...text].map((sign): AlignedCharacter => ({ text: sign, run })),
  )
  const now = [...wording].map((text): AlignedCharacter => ({ text, run: -1 }))
  const parts = diffArrays(old, now, { comparator: (a, b) => a.text === b.text, maxEditLength: maxEdits })
  if (!parts) return now
  let at = 0
  return parts.flatMap(({ value, added, removed }) => {
    if (added) return value
    at += value.length
    return removed ? [] : old.slice(at - value.length, at)
  })
}

/** The end of the run that begins at this index, if the run is complete and a separate word; otherwise 0. */
function endOfRun(signs: AlignedCharacter[], at: number, { text }: Run): number {
  const { run } = signs[at]!
  const end = at + [...text].length
  const whole = signs
    .slice(at, end)
    .map((sign) => (sign.run === run ? sign.text : ''))
    .join('')
  return whole === text && !touchesWord(signs, at) && !touchesWord(signs, end) ? end : 0
}

/** Whether a new character adjoins a figure or a Latin word at this index, which makes it another word. */
function touchesWord(signs: AlignedCharacter[], at: number): boolean {
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
