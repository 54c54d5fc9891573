import type { DocumentTree } from '#assembly/tree.ts'
import { setLine, type TypesetContext } from './context.ts'
import { GREY, HAIRLINE } from './ink.ts'
import type { Mark, Page } from './place.ts'

/** Adds the header (title and number) and the footer (page x of y) to every page. */
export function furnish(context: TypesetContext, tree: DocumentTree, pages: Page[]): void {
  for (const [index, { marks }] of pages.entries()) {
    const head = header(context, tree)
    const foot = footer(context, tree, index + 1, pages.length)
    marks.push(...head.map((mark) => ({ ...mark, furniture: 'Header' as const })))
    marks.push(...foot.map((mark) => ({ ...mark, furniture: 'Footer' as const })))
  }
}

function header({ sheet, ...context }: TypesetContext, { title, number, sides, copy }: DocumentTree): Mark[] {
  const [side = 'zh'] = sides
  const y = sheet.height - 46
  const { x, width } = sheet.full
  const set = (text: string) => setLine({ sheet, ...context }, text, side)
  const left = set([title[side], copy?.mark].filter(Boolean).join(' · '))
  const right = set(number)
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

function footer(context: TypesetContext, { sides }: DocumentTree, page: number, pages: number): Mark[] {
  const { full, small } = context.sheet
  const leaf = context.script === 'Hant' ? '頁' : '页'
  const words = { zh: `第 ${page} ${leaf}，共 ${pages} ${leaf}`, en: `Page ${page} of ${pages}` }
  const texts = sides.map((side) => setLine(context, words[side], side))
  const dot = setLine(context, '·', 'en')
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
