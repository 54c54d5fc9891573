import type { DocumentTree } from '../assembly/tree.ts'
import { type Desk, setLine } from './context.ts'
import { GREY, HAIRLINE } from './ink.ts'
import type { Mark, Page } from './place.ts'

/** Adds the header (title and number) and the footer (page x of y) to every page. */
export function furnish(desk: Desk, tree: DocumentTree, pages: Page[]): void {
  for (const [index, { marks }] of pages.entries()) {
    marks.push(...header(desk, tree), ...footer(desk, tree, index + 1, pages.length))
  }
}

function header({ sheet, ...desk }: Desk, { title, number, sides }: DocumentTree): Mark[] {
  const [side = 'zh'] = sides
  const y = sheet.height - 46
  const { x, width } = sheet.full
  const set = (text: string) => setLine({ sheet, ...desk }, text, side)
  const [left, right] = [set(title[side]), set(number)]
  return [
    { kind: 'text', part: { line: left, x, size: sheet.small, ink: GREY }, y },
    {
      kind: 'text',
      part: { line: right, x: x + width - right.width * sheet.small, size: sheet.small, ink: GREY },
      y,
    },
    { kind: 'rule', x, y: y - 7, width, ink: HAIRLINE },
  ]
}

function footer(desk: Desk, { sides }: DocumentTree, page: number, pages: number): Mark[] {
  const { full, small } = desk.sheet
  const words = { zh: `第 ${page} 页，共 ${pages} 页`, en: `Page ${page} of ${pages}` }
  const texts = sides.map((side) => setLine(desk, words[side], side))
  const dot = setLine(desk, '·', 'en')
  const lines = texts.flatMap((line, index) => (index === 0 ? [line] : [dot, line]))
  const gap = 0.5 * small
  const total = lines.reduce((sum, line) => sum + line.width * small, gap * (lines.length - 1))
  let x = full.x + (full.width - total) / 2
  return lines.map((line): Mark => {
    const mark = { kind: 'text' as const, part: { line, x, size: small, ink: GREY }, y: 42 }
    x += line.width * small + gap
    return mark
  })
}
