import { type PDFContext, type PDFDocument, PDFHexString, PDFName, PDFString } from 'pdf-lib'
import type { DocumentTree } from '#assembly/tree.ts'
import { SOURCE_FILE } from '#src/pdf/source-format.ts'
import { addStream } from '../fonts/embed.ts'
import { sourceOf } from './source.ts'
import { srgbProfile } from './srgb-profile.ts'

/** Declares the colour space of the file (ISO 19005-3, 6.2.3). */
export function addOutputIntent({ context, catalog }: PDFDocument): void {
  const name = PDFString.of('sRGB IEC61966-2.1')
  const intent = context.obj({
    Type: 'OutputIntent',
    S: 'GTS_PDFA1',
    OutputConditionIdentifier: name,
    Info: name,
    RegistryName: PDFString.of('http://www.color.org'),
    DestOutputProfile: addStream(context, srgbProfile(), { N: 3 }),
  })
  catalog.set(PDFName.of('OutputIntents'), context.obj([context.register(intent)]))
}

const DESCRIPTION = { zh: '本文件的内容（数据格式）', en: 'The content of this document as data' }

/** Attaches the document's content as data, declared as the source of its pages (ISO 19005-3, 6.8). */
export function attachSource({ context, catalog }: PDFDocument, tree: DocumentTree, createdAt: Date): void {
  const [side = 'zh'] = tree.sides
  const name = PDFString.of(SOURCE_FILE)
  const data = embed(context, sourceOf(tree), createdAt)
  const file = context.register(
    context.obj({
      Type: 'Filespec',
      F: name,
      UF: name,
      Desc: PDFHexString.fromText(DESCRIPTION[side]),
      AFRelationship: 'Source',
      EF: { F: data, UF: data },
    }),
  )
  catalog.set(PDFName.of('AF'), context.obj([file]))
  catalog.set(PDFName.of('Names'), context.obj({ EmbeddedFiles: { Names: [name, file] } }))
}

const embed = (context: PDFContext, bytes: Uint8Array, createdAt: Date) =>
  addStream(context, bytes, {
    Type: 'EmbeddedFile',
    Subtype: 'application/json',
    Params: context.obj({ ModDate: PDFString.fromDate(createdAt), Size: bytes.length }),
  })
