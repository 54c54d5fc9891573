import {
  PDFCatalog,
  type PDFContext,
  type PDFObject,
  PDFPageLeaf,
  PDFPageTree,
  PDFRawStream,
  PDFRef,
} from 'pdf-lib'
import { addStream } from '../fonts/embed.ts'

/**
 * Objects per object stream: more objects compress better, but a reader has to unpack the whole stream to
 * get one.
 */
const OBJECTS_PER_STREAM = 500

/** A row of the cross-reference stream: type; byte offset or object stream; index in the object stream. */
type Entry = [kind: number, at: number, index: number]
const WIDTHS = [1, 4, 2]
const FREE_ENTRY: Entry = [0, 0, 0xffff]
const UNPACKED_OBJECT = 1
const PACKED_OBJECT = 2

/**
 * Serializes a file with object streams and a cross-reference stream (ISO 32000-1, 7.5.7 and 7.5.8), in
 * linear time. The writer of pdf-lib takes quadratic time, because it searches all objects for each one.
 */
export function serialize(context: PDFContext): Uint8Array {
  const file = beginFile(`${context.header}\n\n`)
  const objects = context.enumerateIndirectObjects()
  for (const [ref, object] of objects) if (!mayBePacked(object)) file.add(ref, object)
  const packed = objects.filter(([, object]) => mayBePacked(object))
  for (let start = 0; start < packed.length; start += OBJECTS_PER_STREAM) {
    const batch = packed.slice(start, start + OBJECTS_PER_STREAM)
    const pack = addPack(context, batch)
    file.add(pack, context.lookup(pack)!)
    for (const [index, [ref]] of batch.entries()) file.place(ref, [PACKED_OBJECT, pack.objectNumber, index])
  }
  const table = PDFRef.of(context.largestObjectNumber + 1)
  const { Root, Info, ID } = context.trailerInfo
  const entries = { Type: 'XRef', Size: table.objectNumber + 1, W: WIDTHS, Root, Info, ID }
  const tableOffset = file.length()
  file.place(table, [UNPACKED_OBJECT, tableOffset, 0])
  file.add(table, context.lookup(addStream(context, file.table(), entries))!)
  return file.end(`startxref\n${tableOffset}\n%%EOF`)
}

/** Pages stay outside object streams, so that simple tools can find them. */
const mayBePacked = (object: PDFObject) =>
  ![PDFRawStream, PDFCatalog, PDFPageTree, PDFPageLeaf].some((kind) => object instanceof kind)

function addPack(context: PDFContext, objects: [PDFRef, PDFObject][]): PDFRef {
  const texts = objects.map(([, object]) => `${object}\n`)
  let places = ''
  let position = 0
  for (const [index, [{ objectNumber }]] of objects.entries()) {
    places += `${objectNumber} ${position} `
    position += texts[index]!.length
  }
  const entries = { Type: 'ObjStm', N: objects.length, First: places.length }
  return addStream(context, latin1(places + texts.join('')), entries)
}

/** Appends objects to a file and records their offsets. */
function beginFile(head: string) {
  const chunks: Uint8Array[] = []
  const entries: Entry[] = [FREE_ENTRY]
  let length = 0
  const write = (chunk: string | Uint8Array) => {
    const bytes = typeof chunk === 'string' ? latin1(chunk) : chunk
    chunks.push(bytes)
    length += bytes.length
  }
  write(head)
  return {
    length: () => length,
    place({ objectNumber }: PDFRef, entry: Entry) {
      entries[objectNumber] = entry
    },
    add(ref: PDFRef, object: PDFObject) {
      entries[ref.objectNumber] = [UNPACKED_OBJECT, length, 0]
      write(`${ref.objectNumber} 0 obj\n`)
      if (object instanceof PDFRawStream) {
        write(`${object.dict}\nstream\n`)
        write(object.contents)
        write('\nendstream')
      } else write(String(object))
      write('\nendobj\n\n')
    },
    table() {
      const bytes = Buffer.alloc(entries.length * 7)
      for (let number = 0; number < entries.length; number++) {
        const [kind, position, index] = entries[number] ?? FREE_ENTRY
        bytes.writeUInt8(kind, number * 7)
        bytes.writeUInt32BE(position, number * 7 + 1)
        bytes.writeUInt16BE(index, number * 7 + 5)
      }
      return bytes
    },
    end(tail: string): Uint8Array {
      write(tail)
      return new Uint8Array(Buffer.concat(chunks, length))
    },
  }
}

const latin1 = (text: string) => Buffer.from(text, 'latin1')
