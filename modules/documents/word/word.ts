import {
  AlignmentType,
  Document,
  type FileChild,
  HeadingLevel,
  type IParagraphOptions,
  Packer,
  Paragraph,
} from 'docx'
import type { Side } from '../assembly/answers.ts'
import { labelled } from '../assembly/plain.ts'
import type { DocumentTree } from '../assembly/tree.ts'
import type { Watermark } from '../final/watermarks.ts'
import { withFixedDates } from './fixed-dates.ts'
import { fontFor, headingFace, runsOf } from './fonts.ts'
import { footerOf, headerOf } from './furniture.ts'
import { numberingOf, numberingPart } from './numbering.ts'
import { partyBlocks } from './parties.ts'
import { signatureBlocks } from './signatures.ts'
import { clauseBlocks } from './twins.ts'
import { escapedXml, xmlText } from './xml-text.ts'

/**
 * Makes the Word file of a document: what the PDF prints, in the same order, with numbering and headings that
 * stay alive when somebody edits it. The same tree gives the same bytes.
 */
export async function makeWord(tree: DocumentTree, watermark?: Watermark): Promise<Uint8Array> {
  const document = new Document({
    title: xmlText(tree.sides.map((side) => tree.title[side]).join(' · ')),
    styles: stylesOf(tree),
    numbering: numberingOf(tree),
    sections: [
      {
        properties: {
          page: {
            size: { width: 11906, height: 16838 },
            margin: { top: 1500, bottom: 1400, left: 1134, right: 1134, header: 800, footer: 700 },
          },
        },
        headers: { default: headerOf(tree, watermark) },
        footers: { default: footerOf(tree) },
        children: [
          ...titleBlocks(tree),
          ...partyBlocks(tree),
          new Paragraph({}),
          ...clauseBlocks(tree),
          ...signatureBlocks(tree),
        ],
      },
    ],
  })
  const parts = [{ path: 'docProps/core.xml', data: coreProperties(tree) }, numberingPart(tree, document)]
  return withFixedDates(await Packer.toBuffer(document, undefined, parts))
}

function titleBlocks(tree: DocumentTree): FileChild[] {
  const { sides, title, number, numberLabel, languages } = tree
  const line = (text: string, side: Side, look: object, options: IParagraphOptions = {}) =>
    new Paragraph({
      alignment: AlignmentType.CENTER,
      spacing: { after: 80 },
      keepNext: true,
      ...options,
      children: runsOf(text, side, languages.script, look),
    })
  const titles = sides.map((side, index) =>
    line(title[side], side, { heading: true, size: index === 0 ? 40 : 30 }, { heading: HeadingLevel.TITLE }),
  )
  if (!number) return titles
  const [side = 'zh'] = sides
  const both = `${sides.map((printed) => numberLabel[printed]).join(' ')} ${number}`
  const numbers = sides.length > 1 ? both : labelled(numberLabel[side], number, side)
  return [...titles, line(numbers, side, { color: '6B6B6D' })]
}

function stylesOf({ languages, sides }: DocumentTree) {
  const size = sides.length > 1 ? 20 : 22
  const font = fontFor(languages.script)
  const heading = { ...headingFace(languages.script, sides[0] ?? 'zh'), color: '000000' }
  return {
    default: {
      document: { run: { font, size }, paragraph: { spacing: { after: 100, line: 320 } } },
      title: { run: { ...heading, size: 40 }, paragraph: { spacing: { after: 80 }, keepNext: true } },
      heading1: {
        run: { ...heading, size: size + 2 },
        paragraph: { spacing: { before: 240, after: 100 }, keepNext: true },
      },
    },
  }
}

/** docx would write the hour of the day into it. */
function coreProperties({ title, sides, number }: DocumentTree): string {
  return [
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>',
    '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties"',
    ' xmlns:dc="http://purl.org/dc/elements/1.1/">',
    `<dc:title>${escapedXml(sides.map((side) => title[side]).join(' · '))}</dc:title>`,
    `<dc:identifier>${escapedXml(number)}</dc:identifier><dc:creator>Qishu</dc:creator>`,
    '</cp:coreProperties>',
  ].join('')
}
