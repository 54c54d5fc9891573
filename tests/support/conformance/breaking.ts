import { PdfDict, type PdfObject, PdfRef, PdfStream } from '@libpdf/core'
import { Update } from '#src/pdf/append.ts'
import { type ReadElement, type Reading, readForRules } from './reading.ts'

/** A parsed file whose objects a test changes in place. */
export interface Breakable extends Reading {
  update: Update
}

/** The file with a change of its objects, appended as an incremental update. */
export function broken(bytes: Uint8Array, change: (file: Breakable) => void): Uint8Array {
  const reading = readForRules(bytes)
  const { file } = reading
  const update = new Update(file)
  for (const [number, entry] of file.entries) {
    const object = file.object(number)
    const isStructure =
      object instanceof PdfStream && ['XRef', 'ObjStm'].includes(object.getName('Type')?.value ?? '')
    if (object && !isStructure)
      update.replace(PdfRef.of(number, entry.kind === 'offset' ? entry.generation : 0), object)
  }
  change({ ...reading, update })
  return update.bytes()
}

export const replaceLast = (bytes: Uint8Array, text: string, by: string): Uint8Array => {
  const fileText = Buffer.from(bytes).toString('latin1')
  const offset = fileText.lastIndexOf(text)
  if (offset < 0) throw new Error(`The file has no ${text}`)
  return new Uint8Array(
    Buffer.from(fileText.slice(0, offset) + by + fileText.slice(offset + text.length), 'latin1'),
  )
}

export const elementOf = ({ elements }: Reading, role: string): ReadElement => {
  const element = elements.find((one) => one.role === role)
  if (!element) throw new Error(`There is no ${role}`)
  return element
}

/** The first widget of a file. */
export const widgetOf = ({ pages }: Reading): PdfDict =>
  pages.flatMap(({ annotations }) => annotations)[0]!.dict

export const dictWith = ({ dicts }: Reading, key: string): PdfDict => dicts.find((dict) => dict.has(key))!

/** Replaces the content stream of page 1. */
export function drawOn({ update, pages }: Breakable, change: (content: string) => string) {
  const { dict, content } = pages[0]!
  const data = Buffer.from(change(Buffer.from(content).toString('latin1')), 'latin1')
  dict.set('Contents', update.register(new PdfStream(new PdfDict(), data)))
}

/** Replaces the text of the metadata. */
export function describe({ update, file }: Breakable, text: string | RegExp, by: string) {
  const stream = file.resolve(file.catalog.get('Metadata')) as PdfStream
  const packet = Buffer.from(stream.data).toString('utf8')
  const changedPacket = packet.replace(text, by)
  if (changedPacket === packet) throw new Error('The metadata have no such text')
  file.catalog.set(
    'Metadata',
    update.register(new PdfStream(new PdfDict(stream), Buffer.from(changedPacket))),
  )
}

/** Adds an object to which the catalog refers. */
export const hold = ({ update, file }: Breakable, object: PdfObject) =>
  file.catalog.set('Held', object.type === 'stream' ? update.register(object) : object)
