import { AlignmentType, type FileChild, HeadingLevel, type IParagraphOptions, Paragraph } from 'docx'
import { labelled } from '#assembly/plain.ts'
import type { DocumentTree } from '#assembly/tree.ts'
import type { Watermark } from '../watermark.ts'
import { runsOf } from './fonts.ts'
import { packWord } from './pack.ts'
import { partyBlocks } from './parties.ts'
import { signatureBlocks } from './signatures.ts'
import { annexBlocks, clauseBlocks } from './twins.ts'

/**
 * Makes the Word file of a document: the same content and order as the PDF, with automatic numbering and real
 * headings for editing. The same tree gives the same bytes.
 */
export function makeWord(tree: DocumentTree, watermark?: Watermark): Promise<Uint8Array> {
  const children = [
    ...titleBlocks(tree),
    ...partyBlocks(tree),
    new Paragraph({}),
    ...clauseBlocks(tree),
    ...signatureBlocks(tree),
    ...annexBlocks(tree),
  ]
  const [side = 'zh'] = tree.sides
  const note = tree.copy && { zh: '', en: '', [side]: tree.copy.text }
  return packWord(tree, { children, watermark, note })
}

function titleBlocks(tree: DocumentTree): FileChild[] {
  const { sides, title, languages } = tree
  const titles = sides.map(
    (side, index) =>
      new Paragraph({
        ...TITLE,
        children: runsOf(title[side], side, languages.script, { heading: true, size: titleSize(index) }),
      }),
  )
  return [...titles, ...numberLine(tree)]
}

const CENTRED = { alignment: AlignmentType.CENTER, spacing: { after: 80 }, keepNext: true }
export const TITLE: IParagraphOptions = { ...CENTRED, heading: HeadingLevel.TITLE }

/** Size of the title in the first printed language and in the other, in half points. */
export const titleSize = (index: number) => (index === 0 ? 40 : 30)

/** The number under the title, if the document has one. */
export function numberLine({ sides, number, numberLabel, languages }: DocumentTree): Paragraph[] {
  if (!number) return []
  const [side = 'zh'] = sides
  const both = `${sides.map((printed) => numberLabel[printed]).join(' ')} ${number}`
  const text = sides.length > 1 ? both : labelled(numberLabel[side], number, side)
  return [new Paragraph({ ...CENTRED, children: runsOf(text, side, languages.script, { color: '6B6B6D' }) })]
}
