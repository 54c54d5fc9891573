import { PdfArray, PdfDict, type PdfObject, PdfRef } from '@libpdf/core'
import type { RevisionReading } from './revision-reading.ts'

/** The place of an object: the first page (from 1) that leads to it, and the keys on the path to it. */
export interface ObjectPlace {
  page: number | null
  keys: string[]
}

/** References back to the page tree, or from an annotation to its page. */
const BACK_REFERENCES = new Set(['Parent', 'P', 'StructParent'])

/** The place of every object reachable from a page, the catalog or the document information, by number. */
export function objectPlaces({ pages, trailer, resolve }: RevisionReading): Map<number, ObjectPlace> {
  const root = trailer.getRef('Root')?.objectNumber
  const places = new Map<number, ObjectPlace>()
  const visit = (object: PdfObject | null | undefined, place: ObjectPlace) => {
    if (object instanceof PdfRef) {
      const number = object.objectNumber
      // Pages and the catalog are their own places, even if other objects refer to them.
      const hasOwnPlace = place.keys.length > 0 && (pages.includes(number) || (place.page && number === root))
      if (places.has(number) || hasOwnPlace) return
      places.set(number, place)
      visit(resolve(object), place)
    } else if (object instanceof PdfArray) for (const item of object) visit(item, place)
    else if (object instanceof PdfDict)
      for (const [{ value: key }, item] of object)
        if (!BACK_REFERENCES.has(key)) visit(item, { ...place, keys: [...place.keys, key] })
  }
  for (const [index, number] of pages.entries()) visit(PdfRef.of(number), { page: index + 1, keys: [] })
  visit(trailer.get('Root'), { page: null, keys: ['Root'] })
  visit(trailer.get('Info'), { page: null, keys: ['Info'] })
  return places
}
