import { createHash } from 'node:crypto'
import { type PDFContext, PDFDocument, PDFHexString, PDFName } from 'pdf-lib'
import type { DocumentTree } from '#assembly/tree.ts'
import type { Watermark } from '../../watermark.ts'
import type { TypesetContext } from '../context.ts'
import { artifact, drawMarks } from '../draw.ts'
import { addStream, embedFont } from '../fonts/embed.ts'
import { openFontBook } from '../fonts/font-book.ts'
import type { RepeatedMarks } from '../header-footer.ts'
import { addLogo, LOGO } from '../picture/logo.ts'
import type { Page } from '../place.ts'
import type { Element } from '../structure/element.ts'
import { addStructure } from '../structure/structure-tree.ts'
import { drawWatermark } from '../watermark.ts'
import { addOutputIntent, attachSource } from './archive.ts'
import { describe } from './metadata.ts'
import { addOutline } from './outline.ts'
import { serialize } from './serialize.ts'

export interface TypesetOptions extends RepeatedMarks {
  watermark?: Watermark
  /** Whether to attach the content of the document as data. */
  hasSource?: boolean
  createdAt: Date
  producer?: string
}

/** The placed pages, and the logical document for the structure tree. */
export interface Layout {
  context: TypesetContext
  pages: Page[]
  document: Element
}

/** Writes placed pages as a tagged PDF file. */
export async function writePdf(
  { context: setting, pages, document }: Layout,
  tree: DocumentTree,
  options: TypesetOptions,
): Promise<Uint8Array> {
  const pdf = await PDFDocument.create({ updateMetadata: false })
  const { context } = pdf
  const book = openFontBook()
  const watermarkOperators = options.watermark ? `${artifact('Watermark')} /Behind Do EMC\n` : ''
  const identity = createHash('sha256').update(`${tree.number} ${options.createdAt.toISOString()}`)
  const drawnPages = pages.map(({ marks }) => drawMarks(marks, book))
  const streams = drawnPages.map(({ content }) => {
    const bytes = Buffer.from(`${watermarkOperators}${content}`, 'latin1')
    identity.update(bytes)
    return addStream(context, bytes)
  })
  if (options.logo) identity.update(options.logo)
  const resources = context.obj({
    Font: Object.fromEntries(book.fonts.map((font) => [font.name, embedFont(context, font)])),
    XObject: {
      ...(options.watermark && { Behind: addWatermark(context, setting, options.watermark) }),
      ...(options.logo && { [LOGO]: addLogo(context, options.logo) }),
    },
  })
  const sharedResources = context.register(resources)
  for (const stream of streams) {
    const page = pdf.addPage([setting.sheet.width, setting.sheet.height])
    page.node.set(PDFName.of('Contents'), stream)
    page.node.set(PDFName.of('Resources'), sharedResources)
  }
  addOutline(pdf, pages)
  addStructure(
    pdf,
    document,
    drawnPages.map(({ sequences }) => sequences),
    setting.script,
  )
  addOutputIntent(pdf)
  if (options.hasSource) attachSource(pdf, tree, options.createdAt)
  describe(pdf, tree, options)
  const id = PDFHexString.of(identity.digest('hex').slice(0, 32))
  context.trailerInfo.ID = context.obj([id, id])
  return serialize(context)
}

function addWatermark(context: PDFContext, setting: TypesetContext, watermark: Watermark) {
  const { width, height } = setting.sheet
  const entries = { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, width, height] }
  return addStream(context, drawWatermark(setting, watermark), entries)
}
