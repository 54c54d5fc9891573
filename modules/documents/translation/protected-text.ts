import type { Side } from '#assembly/answers.ts'
import { unprintableIn } from '#assembly/characters/printable.ts'
import { parseMarks } from '#assembly/marks.ts'
import { findMismatch } from '#assembly/numbers/mismatch.ts'
import type { Run } from '#assembly/tree.ts'
import { isChinese } from '#assembly/twins.ts'

const TOKEN = /⟦(\d{1,4})⟧/g

/** Replaces blanks, references and parties by ⟦0⟧, ⟦1⟧ …, so that a translator cannot change them. */
export function protect(text: string): { words: string; marks: string[] } {
  const marks: string[] = []
  const words = parseMarks(text.replaceAll(/[⟦⟧]/g, ''))
    .map((mark) => (mark.kind === 'text' ? mark.text : `⟦${marks.push(mark.source) - 1}⟧`))
    .join('')
  return { words, marks }
}

/** Reverses `protect`; null when a mark is missing, duplicated or unknown. */
export function restore(words: string, marks: string[]): string | null {
  const usedNumbers = [...words.matchAll(TOKEN)].map(([, n]) => Number(n))
  const expectedNumbers = marks.map((_, n) => n)
  if (usedNumbers.toSorted((a, b) => a - b).join() !== expectedNumbers.join()) return null
  const escapeBraces = (text: string) => text.replaceAll('{', '{{').replaceAll('}', '}}')
  if (words.replaceAll(TOKEN, '').match(/[⟦⟧]/)) return null
  return words
    .split(TOKEN)
    .map((piece, n) => (n % 2 ? marks[Number(piece)]! : escapeBraces(piece)))
    .join('')
}

/** The maximum length of a translation: a multiple of its source's length plus some characters. */
const MAX_GROWTH = { times: 8, characters: 400 }

/**
 * Whether a text is a usable translation: it has the same blanks and numbers, is in the right language, and
 * is printable.
 */
export function isSound(source: string, target: string, side: Side): boolean {
  if (!target.trim() || target.length > source.length * MAX_GROWTH.times + MAX_GROWTH.characters) return false
  if (/\p{L}/u.test(textOnly(source)) && !isInLanguage(side, textOnly(target))) return false
  if (unprintableIn(textOnly(target)).length) return false
  const other = side === 'zh' ? 'en' : 'zh'
  const texts = { [side]: runsOf(target), [other]: runsOf(source) } as Record<Side, Run[]>
  return sameMarks(source, target) && !findMismatch(texts)
}

/** The maximum share of Han characters in an English text, which may quote some Chinese. */
const MAX_HAN = 0.2

function isInLanguage(side: Side, text: string): boolean {
  if (side === 'zh') return isChinese(text)
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0
  return han <= MAX_HAN * [...text].length
}

const marksOf = (text: string) =>
  parseMarks(text)
    .filter(({ kind }) => kind !== 'text')
    .map(({ source }) => source)
    .sort()
    .join()

const sameMarks = (one: string, other: string) => marksOf(one) === marksOf(other)

const textOnly = (text: string) =>
  parseMarks(text)
    .map((mark) => (mark.kind === 'text' ? mark.text : ' '))
    .join('')

const runsOf = (text: string): Run[] =>
  parseMarks(text).map((mark) =>
    mark.kind === 'text'
      ? { kind: 'text', text: mark.text }
      : { kind: 'field', text: mark.source, target: mark.source },
  )
