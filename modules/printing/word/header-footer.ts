import { AlignmentType, Footer, Header, PageNumber, Paragraph, TabStopType, TextRun } from 'docx'
import type { Side } from '#assembly/answers.ts'
import type { DocumentTree, Sides } from '#assembly/tree.ts'
import type { Watermark } from '../watermark.ts'
import { fontFor, runsOf } from './fonts.ts'
import { TEXT_WIDTH } from './tables.ts'
import { watermarkRun } from './watermark.ts'

const SMALL = { size: 16, color: '6B6B6D' }

export interface HeaderWords {
  watermark?: Watermark
  /** An additional note about the file, one line per printed language. */
  note?: Sides<string>
}

/**
 * The header of every page: the template's title, the document's name and number, and the watermark behind
 * the page.
 */
export function headerOf(tree: DocumentTree, { watermark, note }: HeaderWords): Header {
  const { title, name, number, sides, languages } = tree
  const [side = 'zh'] = sides
  const noteLines = note ? sides.map((one) => runsOf(note[one], one, languages.script, SMALL)) : []
  return new Header({
    children: [
      new Paragraph({
        tabStops: [{ type: TabStopType.RIGHT, position: TEXT_WIDTH }],
        children: [
          ...runsOf(
            `${[title[side], name].filter(Boolean).join(' · ')}\t${number}`,
            side,
            languages.script,
            SMALL,
          ),
          ...(watermark ? [watermarkRun(watermark, tree)] : []),
        ],
      }),
      ...noteLines.map((children) => new Paragraph({ spacing: { after: 0 }, children })),
    ],
  })
}

const PAGE = {
  zh: ['第 ', PageNumber.CURRENT, ' 页，共 ', PageNumber.TOTAL_PAGES, ' 页'],
  en: ['Page ', PageNumber.CURRENT, ' of ', PageNumber.TOTAL_PAGES],
}

/** The page number (page x of y), in the printed languages. */
export function footerOf({ sides, languages }: DocumentTree): Footer {
  const runs = sides.map((side: Side, index) => {
    const children = [...(index > 0 ? [' · '] : []), ...pageWords(side, languages.script)]
    return new TextRun({ children, font: fontFor(languages.script, side), ...SMALL })
  })
  return new Footer({ children: [new Paragraph({ alignment: AlignmentType.CENTER, children: runs })] })
}

function pageWords(side: Side, script: 'Hans' | 'Hant'): string[] {
  return side === 'zh' && script === 'Hant' ? PAGE.zh.map((word) => word.replace('页', '頁')) : PAGE[side]
}
