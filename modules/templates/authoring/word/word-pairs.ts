import type { WordBlock, WordParagraph } from './read-word.ts'

/** A paragraph in both languages; a side without text is ''. */
export interface WordPair {
  zh: string
  en: string
  isHeading: boolean
  /** The number that Word prints before it; see `WordParagraph`. */
  label?: string
}

const HAN = /\p{Script=Han}/gu

/** Whether a text is Chinese, even if it contains a few Latin names. */
export function isChinese(text: string): boolean {
  const han = text.match(HAN)?.length ?? 0
  return han > 0 && han * 4 >= text.replaceAll(/[^A-Za-z]/g, '').length / 2
}

/** The paragraphs of a Word file as pairs, taken from the cells of a row or from consecutive paragraphs. */
export function pairsOf(blocks: WordBlock[]): WordPair[] {
  const pairs: WordPair[] = []
  for (const block of blocks) {
    if ('cells' in block) pairs.push(...pairsOfRow(block.cells))
    else addParagraph(pairs, block.paragraph)
  }
  return pairs
}

/** Pairs a paragraph with the previous one if that one is unpaired and in the other language. */
function addParagraph(pairs: WordPair[], { text, isHeading, label }: WordParagraph) {
  const side = isChinese(text) ? 'zh' : 'en'
  const lastPair = pairs.at(-1)
  const otherSide = side === 'zh' ? 'en' : 'zh'
  if (
    lastPair &&
    !lastPair[side] &&
    lastPair[otherSide] &&
    isNumbered(lastPair[otherSide], lastPair.label) === isNumbered(text, label)
  ) {
    lastPair[side] = text
    lastPair.isHeading ||= isHeading
    if (label) lastPair.label ??= label
  } else pairs.push({ zh: '', en: '', isHeading, ...(label && { label }), [side]: text })
}

const isNumbered = (text: string, label?: string) =>
  Boolean(label) || /^\s*[（(]?(第|article|section|clause|\d)/i.test(text)

function pairsOfRow(cells: WordParagraph[][]): WordPair[] {
  const textOf = (cell: WordParagraph[]) => cell.map(({ text }) => text).join(' ')
  // A cell with only a number, as in a first column of numbers, does not count as text.
  const textCells = cells.filter((cell) => /\p{L}/u.test(textOf(cell)))
  const zh = textCells.find((cell) => isChinese(textOf(cell))) ?? []
  const en = textCells.find((cell) => !isChinese(textOf(cell))) ?? []
  if (!zh.length || !en.length) {
    // Both languages may be in one cell, one below the other.
    const pairs: WordPair[] = []
    for (const paragraph of textCells.flat()) addParagraph(pairs, paragraph)
    return pairs
  }
  const labelOf = (one: WordParagraph, other: WordParagraph) => {
    const label = one.label ?? other.label
    return label ? { label } : {}
  }
  if (zh.length !== en.length)
    return [
      {
        zh: textOf(zh),
        en: textOf(en),
        isHeading: [...zh, ...en].every((one) => one.isHeading),
        ...labelOf(zh[0]!, en[0]!),
      },
    ]
  return zh.map((one, index) => ({
    zh: one.text,
    en: en[index]!.text,
    isHeading: one.isHeading || en[index]!.isHeading,
    ...labelOf(one, en[index]!),
  }))
}
