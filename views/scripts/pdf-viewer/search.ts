import type { PdfFile } from './pdf-file.ts'
import type { Sheet } from './sheet.ts'
import type { Sheets } from './sheets.ts'

interface Match {
  page: number
  from: number
  to: number
}

interface PageText {
  text: string
  /** The index of the first character of each text piece in the page's text. */
  starts: number[]
}

/** A space matches any white space, and a match may contain line ends. */
export function patternOf(words: string): RegExp {
  const signs = [...words.trim().replace(/\s+/g, ' ')].map((sign) =>
    sign === ' ' ? '\\s+' : sign.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'),
  )
  return new RegExp(signs.join('\\n?'), 'giu')
}

async function textOf(words: PdfFile, { number }: Sheet): Promise<PageText> {
  const starts: number[] = []
  let text = ''
  for (const piece of await words.piecesOf(number)) {
    starts.push(text.length)
    text += piece.text + (piece.endsLine ? '\n' : '')
  }
  return { text, starts }
}

/** Searches all pages and highlights the matches on rendered pages, without changing their elements. */
export function searchIn(sheets: Sheets, openFile: () => Promise<PdfFile | null>) {
  const texts = new Map<number, Promise<PageText>>()
  let openedFile: PdfFile | null = null
  const textOfSheet = (sheet: Sheet) => {
    const text = texts.get(sheet.number) ?? textOf(openedFile!, sheet)
    texts.set(sheet.number, text)
    return text
  }
  let matches: Match[] = []
  let matchIndex = -1
  let lastSearch = 0

  async function rangeOf(match: Match): Promise<Range | null> {
    const sheet = sheets.sheets[match.page - 1]!
    if (!sheet.pieces.length) return null
    const { starts } = await textOfSheet(sheet)
    const range = document.createRange()
    const setEdge = (offset: number, set: 'setStart' | 'setEnd') => {
      const max = offset - (set === 'setEnd' ? 1 : 0)
      const index = starts.filter((start) => start <= max).length - 1
      const node = sheet.pieces[index]?.firstChild
      if (!node) return false
      range[set](node, Math.min(offset - starts[index]!, node.textContent?.length ?? 0))
      return true
    }
    return setEdge(match.from, 'setStart') && setEdge(match.to, 'setEnd') ? range : null
  }

  async function mark() {
    if (!('highlights' in CSS)) return
    const ranges = await Promise.all(matches.map(rangeOf))
    const current = ranges[matchIndex]
    const otherRanges = ranges.filter((range) => range && range !== current) as Range[]
    CSS.highlights.set('pdf-found', new Highlight(...otherRanges))
    CSS.highlights.set('pdf-current', new Highlight(...(current ? [current] : [])))
  }

  async function show() {
    const match = matches[matchIndex]
    if (!match) return mark()
    sheets.goTo(match.page)
    await sheets.addText(sheets.sheets[match.page - 1]!)
    await mark()
    const range = await rangeOf(match)
    range?.startContainer.parentElement?.scrollIntoView({ block: 'center', inline: 'nearest' })
  }

  return {
    mark,
    count: () => matches.length,
    at: () => matchIndex + 1,
    /**
     * Searches every page, and goes to the first match from the current page on; false if the file cannot be
     * read.
     */
    async find(words: string): Promise<boolean> {
      const searchNumber = ++lastSearch
      openedFile = await openFile()
      if (!openedFile) return false
      const newMatches: Match[] = []
      if (words.trim())
        for (const sheet of sheets.sheets) {
          const { text } = await textOfSheet(sheet)
          if (searchNumber !== lastSearch) return true
          for (const { index, 0: hit } of text.matchAll(patternOf(words)))
            newMatches.push({ page: sheet.number, from: index, to: index + hit.length })
        }
      matches = newMatches
      const firstIndex = newMatches.findIndex(({ page }) => page >= sheets.page())
      matchIndex = newMatches.length ? Math.max(0, firstIndex) : -1
      await show()
      return true
    },
    /** Goes to the next or previous match, wrapping around. */
    async step(offset: 1 | -1) {
      if (!matches.length) return
      matchIndex = (matchIndex + offset + matches.length) % matches.length
      await show()
    },
  }
}
