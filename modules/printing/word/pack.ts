import { AlignmentType, Document, type FileChild, Packer } from 'docx'
import type { DocumentTree } from '#assembly/tree.ts'
import { escapedXml, withoutForbiddenXml } from '#src/core/text/xml-text.ts'
import { withFixedDates } from './fixed-dates.ts'
import { fontFor, headingFace } from './fonts.ts'
import { footerOf, type HeaderWords, headerOf } from './header-footer.ts'
import { type NumberedParts, numberingOf, numberingPart } from './numbering.ts'

interface Content extends HeaderWords {
  children: FileChild[]
  /** The parts that the lists number; by default those of the document. */
  lists?: NumberedParts
}

/**
 * Packs a Word file with the headers, footers, styles and lists of a document. Equal content gives equal
 * bytes.
 */
export async function packWord(tree: DocumentTree, { children, lists = tree, ...words }: Content) {
  const document = new Document({
    title: withoutForbiddenXml(titleOf(tree)),
    styles: stylesOf(tree),
    numbering: numberingOf(lists),
    // Only English columns need hyphenation: they are narrow, and Chinese has no words to divide.
    hyphenation: { autoHyphenation: tree.sides.includes('en') },
    sections: [
      {
        properties: {
          page: {
            size: { width: 11906, height: 16838 },
            margin: {
              top: words.note ? 2000 : 1500,
              bottom: 1400,
              left: 1134,
              right: 1134,
              header: 800,
              footer: 700,
            },
          },
        },
        headers: { default: headerOf(tree, words) },
        footers: { default: footerOf(tree) },
        children,
      },
    ],
  })
  const parts = [{ path: 'docProps/core.xml', data: coreProperties(tree) }, numberingPart(lists, document)]
  return withFixedDates(await Packer.toBuffer(document, undefined, parts))
}

/** The styles of the levels below an article, by id, with their names in Word. */
const LEVELS = { Clause: 'Clause', ClauseItem: 'Clause Item', Recital: 'Recital' }

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
    paragraphStyles: Object.entries(LEVELS).map(([id, name]) => ({
      id,
      name,
      basedOn: 'Normal',
      next: id,
      quickFormat: true,
      paragraph: { alignment: AlignmentType.BOTH },
    })),
  }
}

const titleOf = ({ name, title, sides }: DocumentTree) =>
  [name, ...sides.map((side) => title[side])].filter(Boolean).join(' · ')

/** Replaces the core properties of docx, which would contain the current time. */
function coreProperties(tree: DocumentTree): string {
  return [
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>',
    '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties"',
    ' xmlns:dc="http://purl.org/dc/elements/1.1/">',
    `<dc:title>${escapedXml(titleOf(tree))}</dc:title>`,
    `<dc:identifier>${escapedXml(tree.number)}</dc:identifier><dc:creator>Qishu</dc:creator>`,
    '</cp:coreProperties>',
  ].join('')
}
