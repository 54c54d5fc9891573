/** A piece of a text, from `start` to before `end`. */
export interface Span {
  start: number
  end: number
}

/** A number with more digits is masked: telephone numbers are longer. Masking long sums too does no harm. */
const MAX_DIGITS = 6
/** A number with capital letters and more digits than this is masked, as in passports and registers. */
const MAX_WITH_LETTERS = 4
/** The maximum number of characters between two groups of one number. */
const MAX_GAP_LENGTH = 3

/**
 * The numbers in a text that may belong to a person: identity cards, passports, credit codes, accounts and
 * telephones, however they are grouped, and email addresses. In doubt, a number is included.
 */
export function personalFigures(text: string): Span[] {
  const asciiText = halfWidth(text)
  return [...emails(asciiText), ...numbers(asciiText), ...spelledNumbers(asciiText)]
}

/** Full-width figures and letters as ASCII, with the same length. */
const halfWidth = (text: string) =>
  text.replaceAll(/[！-～]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0))

const GAP = /^[\s\p{Cf}()./·_\-‐‑‒–—]+$/u

function numbers(text: string): Span[] {
  const runs: Span[] = []
  for (const { 0: token, index } of text.matchAll(/[\dA-Za-z]+/g)) {
    if (!/\d/.test(token)) continue
    const lastRun = runs.at(-1)
    const gap = lastRun && text.slice(lastRun.end, index)
    if (lastRun && (gap === '' || (gap!.length <= MAX_GAP_LENGTH && GAP.test(gap!))))
      lastRun.end = index + token.length
    else runs.push({ start: index, end: index + token.length })
  }
  return runs
    .filter(({ start, end }) => isPersonal(text.slice(start, end)))
    .map((run) => extendedSpan(text, run))
}

function isPersonal(run: string): boolean {
  if (/^(?:19|20)\d\d[-./]\d{1,2}[-./]\d{1,2}$/.test(run)) return false
  const digits = run.replaceAll(/\D/g, '').length
  return digits > MAX_DIGITS || (digits > MAX_WITH_LETTERS && /[A-Z]/.test(run) && /^[\dA-Z]+$/.test(run))
}

/** The span with the country code's plus sign, and the extension after a telephone number. */
function extendedSpan(text: string, { start, end }: Span): Span {
  const extension = /^\)?\s?(?:转|轉|分机|分機|ext\.?|x)\s?\d{1,6}/i.exec(text.slice(end, end + 16))
  const prefix = /[+(]{1,2}$/.exec(text.slice(Math.max(0, start - 2), start))
  const hasBracket = !extension && text.charAt(end) === ')' && text.slice(start, end).includes('(')
  return {
    start: start - (prefix?.[0].length ?? 0),
    end: end + (extension?.[0].length ?? Number(hasBracket)),
  }
}

/** Telephone and card numbers in Chinese figures. */
const spelledNumbers = (text: string): Span[] =>
  [...text.matchAll(/[〇零一二三四五六七八九]{7,}/g)].map(({ 0: run, index }) => ({
    start: index,
    end: index + run.length,
  }))

/** The maximum length of the parts of an address, in characters. */
const MAX_PART_LENGTH = 64

function emails(text: string): Span[] {
  return [...text.matchAll(/@/g)].flatMap(({ index }) => {
    // Between Chinese words an address ends where its ASCII letters end.
    const start = [/[\w.%+'-]/, /[\p{L}\p{N}]/u]
      .map((characters) => endOf(text, index, -1, characters))
      .find((at) => at < index)
    const end = [/[A-Za-z\d.-]/, /[\p{L}\p{N}.-]/u]
      .map((characters) => endOf(text, index, 1, characters))
      .find((at) => at > index)
    return start === undefined || end === undefined ? [] : [{ start, end: end + 1 }]
  })
}

/** The index up to which the characters of an address extend from its @, backward or forward. */
function endOf(text: string, index: number, step: 1 | -1, characters: RegExp): number {
  let position = index
  while (Math.abs(position - index) < MAX_PART_LENGTH && characters.test(text.charAt(position + step)))
    position += step
  return position
}
