import { partyKey } from '#assembly/words.ts'

const FULL_WIDTH: Record<string, string> = {
  ',': '，',
  ';': '；',
  ':': '：',
  '?': '？',
  '!': '！',
  '(': '（',
  ')': '）',
}

const fullWidth = (mark: string) => FULL_WIDTH[mark] ?? mark

/**
 * Converts a Chinese text to the style of the library: full-width punctuation, no spaces between characters.
 */
export function toChineseStyle(text: string): string {
  return text
    .trim()
    .replaceAll(/(?<=\p{Script=Han})[,;:?!()]/gu, fullWidth)
    .replaceAll(/[,;:?!()](?=\p{Script=Han})/gu, fullWidth)
    .replaceAll(/(?<=[\p{Script=Han}，。；：、（）《》“”])\s+(?=[\p{Script=Han}，。；：、（）《》“”])/gu, '')
    .replaceAll(/\n+/g, '')
}

/** Converts an English text to the style of the library: curly quotation marks, single spaces. */
export function toEnglishStyle(text: string): string {
  return text
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replaceAll("'", '’')
    .replaceAll(/(?<=^|[\s(])"/g, '“')
    .replaceAll('"', '”')
}

const STEMS = '甲乙丙丁戊己庚辛壬癸'

/** Replaces 甲方 and Party A by the mark that prints them, if the template has such a party. */
export function withPartyMarks(text: string, count: number): string {
  const markOr = (match: string, index: number) =>
    index >= 0 && index < count ? `{party:${partyKey(index)}}` : match
  return text
    .replaceAll(/[甲乙丙丁戊己庚辛壬癸]方/g, (match) => markOr(match, STEMS.indexOf(match.charAt(0))))
    .replaceAll(/\bParty ([A-J])\b/g, (match, letter: string) => markOr(match, letter.charCodeAt(0) - 65))
}
