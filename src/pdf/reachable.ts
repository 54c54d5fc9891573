import { PdfArray, PdfDict, type PdfObject, PdfRef } from '@libpdf/core'
import type { ExactPdf } from './exact.ts'

/**
 * The numbers of all objects that can be reached from the trailer, even missing objects. The entry
 * `excludedKey` of the catalog is not followed.
 */
export function reachable(file: ExactPdf, excludedKey?: string): Set<number> {
  const numbers = new Set<number>()
  const root = file.trailer.getRef('Root')?.objectNumber
  const queue: PdfObject[] = ['Root', 'Info'].map((key) => file.trailer.get(key)).filter((one) => !!one)
  while (queue.length > 0) {
    const object = queue.pop()!
    if (object instanceof PdfRef) {
      const number = object.objectNumber
      if (numbers.has(number)) continue
      numbers.add(number)
      const target = file.object(number)
      if (target)
        queue.push(number === root && target instanceof PdfDict ? withoutKey(target, excludedKey) : target)
    } else if (object instanceof PdfArray) for (const item of object) queue.push(item)
    else if (object instanceof PdfDict) for (const [, value] of object) queue.push(value)
  }
  return numbers
}

function withoutKey(catalog: PdfDict, key: string | undefined): PdfDict {
  if (!key) return catalog
  const copy = new PdfDict(catalog)
  copy.delete(key)
  return copy
}
