import { createHash } from 'node:crypto'
import { PDFDocument, PDFHexString, PDFName, PDFString } from 'pdf-lib'
import type { DocumentTree } from '../assembly/tree.ts'
import type { Watermark } from '../final/watermarks.ts'
import type { TypesetContext } from './context.ts'
import { drawMarks } from './draw.ts'
import { addStream, type Draft, embedFont } from './fonts/embed.ts'
import { openFontBook } from './fonts/font-book.ts'
import { addOutline } from './outline.ts'
import type { Page } from './place.ts'
import { drawWatermark } from './watermark.ts'

export interface TypesetOptions {
  watermark?: Watermark
  createdAt: Date
  producer?: string
}

/** Writes placed pages as a PDF file. */
export async function writePdf(
  setting: TypesetContext,
  tree: DocumentTree,
  pages: Page[],
  options: TypesetOptions,
): Promise<Uint8Array> {
  const pdf = await PDFDocument.create({ updateMetadata: false })
  const { context } = pdf
  const draft: Draft = { context, pending: [] }
  const book = openFontBook()
  const behind = options.watermark ? '/Artifact BMC /Behind Do EMC\n' : ''
  const identity = createHash('sha256').update(`${tree.number} ${options.createdAt.toISOString()}`)
  const streams = pages.map(({ marks }) => {
    const content = drawMarks(marks, book)
    identity.update(content)
    return addStream(draft, `${behind}${content}`)
  })
  const resources = context.obj({
    Font: Object.fromEntries(book.fonts.map((font) => [font.name, embedFont(draft, font)])),
    XObject: options.watermark ? { Behind: addWatermark(draft, setting, options.watermark) } : {},
  })
  const shared = context.register(resources)
  for (const stream of streams) {
    const page = pdf.addPage([setting.sheet.width, setting.sheet.height])
    page.node.set(PDFName.of('Contents'), stream)
    page.node.set(PDFName.of('Resources'), shared)
  }
  addOutline(pdf, pages)
  describe(pdf, tree, options)
  const id = PDFHexString.of(identity.digest('hex').slice(0, 32))
  context.trailerInfo.ID = context.obj([id, id])
  await Promise.all(draft.pending)
  return pdf.save({ addDefaultPage: false, updateFieldAppearances: false, objectsPerTick: 500 })
}

function addWatermark(draft: Draft, setting: TypesetContext, watermark: Watermark) {
  const { width, height } = setting.sheet
  const entries = { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, width, height] }
  return addStream(draft, drawWatermark(setting, watermark), entries)
}

function describe(
  pdf: PDFDocument,
  tree: DocumentTree,
  { createdAt, producer = 'Qishu' }: TypesetOptions,
): void {
  const [side = 'zh'] = tree.sides
  pdf.setTitle(tree.sides.map((printed) => tree.title[printed]).join(' · '), { showInWindowTitleBar: true })
  pdf.setSubject(tree.number)
  pdf.setAuthor(
    tree.parties
      .map(({ name }) => name[side])
      .filter(Boolean)
      .join('; '),
  )
  pdf.setCreator('Qishu')
  pdf.setProducer(producer)
  pdf.setCreationDate(createdAt)
  pdf.setModificationDate(createdAt)
  pdf.catalog.set(PDFName.of('Lang'), PDFString.of(languageOf(side, tree.languages.script)))
}

const languageOf = (side: 'zh' | 'en', script: 'Hans' | 'Hant') => (side === 'en' ? 'en' : `zh-${script}`)
