import { PdfArray, PdfDict } from '@libpdf/core'
import { LENGTH_PLACEHOLDER } from '#modules/signing/providers/builtin/pades/field.ts'
import { MAX_TOKEN_BYTES, stampFrom } from '#modules/signing/providers/builtin/pades/sign.ts'
import { fillGap, prepareGap } from '#modules/signing/providers/builtin/pades/signature-gap.ts'
import { ExactPdf } from '#src/pdf/exact.ts'
import { writeObject } from '#src/pdf/write-object.ts'

interface Forgery {
  rect?: string
  /** Additional entries of the field. */
  widget?: string
  /** Objects besides those of the timestamp, with their headers as text. */
  objects?: { number: number; head: string; body: string; unlisted?: boolean }[]
  /** Additional rows at the end of the table. */
  rows?: string
  /** Additional entries of the catalog. */
  catalog?: Record<string, string>
}

export const row = (number: number, at: number) => `${number} 1\n${String(at).padStart(10, '0')} 00000 n \n`

/** A document timestamp in a revision composed by hand, with these additions. */
export async function forgeTimestamp(before: Uint8Array, url: string, forgery: Forgery): Promise<Uint8Array> {
  const { rect = '0 0 0 0', widget = '', objects = [], rows = '' } = forgery
  const file = new ExactPdf(before)
  const root = file.trailer.getRef('Root')!
  const form = file.catalog.getRef('AcroForm')!
  const field = file.count
  const fields = new PdfDict(file.dict(form)!)
  const known = file.array(fields.get('Fields'))!.toArray()
  fields.set('Fields', PdfArray.of(...known))
  const grown = spelledEntry(writeObject(fields)).replace(
    /\/Fields \[([^\]]*)\]/,
    `/Fields [$1 ${field} 0 R]`,
  )
  const value = `<< /Type /DocTimeStamp /Filter /Adobe.PPKLite /SubFilter /ETSI.RFC3161 /ByteRange [0 ${LENGTH_PLACEHOLDER} ${LENGTH_PLACEHOLDER} ${LENGTH_PLACEHOLDER}] /Contents <${'00'.repeat(MAX_TOKEN_BYTES)}> >>`
  const added = [
    plain(form.objectNumber, grown),
    plain(
      field,
      `<< /FT /Sig /T (Clock) /Type /Annot /Subtype /Widget /F 132 /V ${field + 1} 0 R /Rect [${rect}] ${widget} >>`,
    ),
    plain(field + 1, value),
    ...catalogOf(file, forgery),
    ...objects,
  ]
  let text = spelledEntry(before)
  const table = added.flatMap(({ number, head, body, unlisted }) => {
    const at = text.length
    text += `${head}\n${body}\nendobj\n`
    return unlisted ? [] : [row(number, at)]
  })
  const start = text.length
  const entries = ['Info', 'ID'].flatMap((key) => {
    const value = file.trailer.get(key)
    return value ? [`/${key} ${spelledEntry(writeObject(value))}`] : []
  })
  const trailer = `/Size ${field + 100} /Root ${root.objectNumber} 0 R /Prev ${file.newest.at} ${entries.join(' ')}`
  text += `xref\n${table.join('')}${rows}trailer\n<< ${trailer} >>\n`
  text += `startxref\n${start}\n%%EOF\n`
  const hollow = prepareGap(Buffer.from(text, 'latin1'), before.length, MAX_TOKEN_BYTES)
  return fillGap(hollow, stampFrom(url))
}

const spelledEntry = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')

const plain = (number: number, body: string) => ({
  number,
  head: `${number} 0 obj`,
  body,
  unlisted: false,
})

function catalogOf(file: ExactPdf, { catalog = {} }: Forgery) {
  const entries = Object.entries(catalog)
  if (entries.length === 0) return []
  const { objectNumber } = file.trailer.getRef('Root')!
  const old = new PdfDict(file.catalog)
  for (const [key] of entries) old.delete(key)
  const text = spelledEntry(writeObject(old)).slice(0, -2)
  return [plain(objectNumber, `${text} ${entries.map(([key, value]) => `/${key} ${value}`).join(' ')}>>`)]
}
