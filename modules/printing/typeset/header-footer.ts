import type { DocumentTree } from '#assembly/tree.ts'
import { type CheckMark, checkMarks } from './check-mark.ts'
import { GREY, HAIRLINE } from './colour.ts'
import { setLine, type TypesetContext } from './context.ts'
import type { Line } from './lines/line.ts'
import { logoMark } from './picture/logo.ts'
import type { Page, PlacedMark } from './place.ts'

/** The marks that some files have on every page: the check mark, and a team's logo as PNG. */
export interface RepeatedMarks {
  check?: CheckMark
  logo?: Uint8Array
}

/**
 * Adds the running header (the template's title, the document's name and number, a logo) and footer (page
 * number: page x of y, and the check mark) to every page.
 */
export function addHeaderAndFooter(
  context: TypesetContext,
  tree: DocumentTree,
  pages: Page[],
  { check, logo }: RepeatedMarks = {},
): void {
  const checks = check ? checkMarks(context, check) : []
  const logos = logo ? [logoMark(logo, context.sheet, headOf(context))] : []
  for (const [index, { marks }] of pages.entries()) {
    const head = [...header(context, tree), ...logos]
    const foot = [...footer(context, tree, index + 1, pages.length), ...checks]
    marks.push(...head.map((mark) => ({ ...mark, artifact: 'Header' as const })))
    marks.push(...foot.map((mark) => ({ ...mark, artifact: 'Footer' as const })))
  }
}

/** The baseline of the header. */
const headOf = ({ sheet }: Pick<TypesetContext, 'sheet'>) => sheet.height - 46

function header(
  { sheet, ...context }: TypesetContext,
  { title, name, number, sides, copy }: DocumentTree,
): PlacedMark[] {
  const [side = 'zh'] = sides
  const y = headOf({ sheet })
  const { x, width } = sheet.full
  const setWords = (text: string) => setLine({ sheet, ...context }, text, side)
  const numberLine = setWords(number)
  const room = width / sheet.small - numberLine.width - GAP
  const words = (shownName: string) =>
    setWords([title[side], shownName, copy?.mark].filter(Boolean).join(' · '))
  const fittedName = fitHeader(name, words, room)
  return [
    { kind: 'text', part: { line: fittedName, x, size: sheet.small, colour: GREY }, y },
    {
      kind: 'text',
      part: {
        line: numberLine,
        x: x + width - numberLine.width * sheet.small,
        size: sheet.small,
        colour: GREY,
      },
      y,
    },
    { kind: 'rule', x, y: y - 7, width, colour: HAIRLINE },
  ]
}

/** Minimum space between the header's two texts, in em. */
const GAP = 2

/** The header with as much of the name as fits, shortened with an ellipsis; width in em. */
function fitHeader(name: string, setHeader: (name: string) => Line, room: number): Line {
  const fullHeader = setHeader(name)
  if (fullHeader.width <= room) return fullHeader
  const characters = Array.from(name)
  let fittingCount = 0
  let tooLongCount = characters.length
  while (tooLongCount - fittingCount > 1) {
    const middle = Math.floor((fittingCount + tooLongCount) / 2)
    const isShort = setHeader(`${characters.slice(0, middle).join('')}…`).width <= room
    if (isShort) fittingCount = middle
    else tooLongCount = middle
  }
  return setHeader(fittingCount ? `${characters.slice(0, fittingCount).join('').trimEnd()}…` : '')
}

function footer(context: TypesetContext, { sides }: DocumentTree, page: number, pages: number): PlacedMark[] {
  const { full, small } = context.sheet
  const pageWord = context.script === 'Hant' ? '頁' : '页'
  const words = { zh: `第 ${page} ${pageWord}，共 ${pages} ${pageWord}`, en: `Page ${page} of ${pages}` }
  const texts = sides.map((side) => setLine(context, words[side], side))
  const dot = setLine(context, '·', 'en')
  const lines = texts.flatMap((line, index) => (index === 0 ? [line] : [dot, line]))
  const gap = 0.5 * small
  const totalWidth = lines.reduce((sum, line) => sum + line.width * small, gap * (lines.length - 1))
  let x = full.x + (full.width - totalWidth) / 2
  return lines.map((line): PlacedMark => {
    const mark = { kind: 'text' as const, part: { line, x, size: small, colour: GREY }, y: 42 }
    x += line.width * small + gap
    return mark
  })
}
