import { traditionalText } from '#modules/templates/index.ts'

/** A text reduced to its letters and figures, with the position of each in the original. */
export interface FoldedText {
  text: string
  /** For each character of `text`, the positions where it begins and ends in the original. */
  starts: number[]
  ends: number[]
}

/**
 * Folds a text, so that two spellings of one name are equal: without width, case, accents, spaces and
 * punctuation, and in a document with traditional Chinese without the difference of scripts.
 */
export function fold(text: string, script: 'Hans' | 'Hant'): FoldedText {
  const folded: FoldedText = { text: '', starts: [], ends: [] }
  let start = 0
  for (const char of text) {
    const end = start + char.length
    for (const unit of foldChar(char, script)) {
      folded.text += unit
      for (let n = 0; n < unit.length; n++) {
        folded.starts.push(start)
        folded.ends.push(end)
      }
    }
    start = end
  }
  return folded
}

const foldChar = (char: string, script: 'Hans' | 'Hant') => {
  const letters = char
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
  return script === 'Hant' && /\p{Script=Han}/u.test(letters) ? traditional(letters) : letters
}

const cache = new Map<string, string>()

function traditional(char: string): string {
  const foldedChar = cache.get(char) ?? traditionalText(char)
  cache.set(char, foldedChar)
  return foldedChar
}
