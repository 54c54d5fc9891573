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
  const characters = alignCharacters(printed, wording)
  let text = ''
  for (let index = 0; index < characters.length; ) {
    const run = printed[characters[index]!.run]
    const end = run && run.kind !== 'text' ? endOfRun(characters, index, run) : 0
    text += end ? markOf(run!) : escaped(characters[index]!.text)
    index = end || index + 1
  }
  return text
}

/** Aligns every character of the wording with its printed run. */
function alignCharacters(printed: Run[], wording: string): AlignedCharacter[] {
  const oldCharacters = printed.flatMap(({ text }, run) =>
    [...text].map((character): AlignedCharacter => ({ text: character, run })),
  )
  const newCharacters = [...wording].map((text): AlignedCharacter => ({ text, run: -1 }))
  const parts = diffArrays(oldCharacters, newCharacters, {
    comparator: (a, b) => a.text === b.text,
    maxEditLength: maxEdits,
  })
  if (!parts) return newCharacters
  let index = 0
  return parts.flatMap(({ value, added, removed }) => {
    if (added) return value
    index += value.length
    return removed ? [] : oldCharacters.slice(index - value.length, index)
  })
}

/** The end of the run that begins at this index, if the run is complete and a separate word; otherwise 0. */
function endOfRun(characters: AlignedCharacter[], index: number, { text }: Run): number {
  const { run } = characters[index]!
  const end = index + [...text].length
  const runText = characters
    .slice(index, end)
    .map((character) => (character.run === run ? character.text : ''))
    .join('')
  return runText === text && !touchesWord(characters, index) && !touchesWord(characters, end) ? end : 0
}

/** Whether a new character adjoins a figure or a Latin word at this index, which makes it another word. */
function touchesWord(characters: AlignedCharacter[], index: number): boolean {
  const previous = characters[index - 1]
  const next = characters[index]
  if (!previous || !next || (previous.run >= 0 && next.run >= 0)) return false
  return [previous, next].every(({ text }) => /[\p{N}\p{Script=Latin}]/u.test(text))
}

function markOf({ kind, target }: Run): string {
  if (kind === 'field') return `{${target}}`
  return kind === 'ref' ? `{ref:${target}}` : `{party:${target}}`
}

const escaped = (text: string) => text.replace(/[{}]/g, '$&$&')
