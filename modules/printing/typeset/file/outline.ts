import { type PDFDocument, PDFHexString, PDFName, PDFNull, PDFNumber } from 'pdf-lib'
import type { Page } from '../place.ts'

/** Adds a bookmark for each article. */
export function addOutline(pdf: PDFDocument, pages: Page[]): void {
  const { context } = pdf
  const places = pages.flatMap(({ bookmarks }, page) => bookmarks.map((bookmark) => ({ ...bookmark, page })))
  if (places.length === 0) return
  const root = context.nextRef()
  const refs = places.map(() => context.nextRef())
  places.forEach(({ title, top, page }, index) => {
    const item = context.obj({
      Title: PDFHexString.fromText(title),
      Parent: root,
      Dest: [pdf.getPage(page).ref, PDFName.of('XYZ'), PDFNull, PDFNumber.of(Math.round(top + 12)), PDFNull],
    })
    const previousRef = refs[index - 1]
    const nextRef = refs[index + 1]
    if (previousRef) item.set(PDFName.of('Prev'), previousRef)
    if (nextRef) item.set(PDFName.of('Next'), nextRef)
    context.assign(refs[index]!, item)
  })
  context.assign(
    root,
    context.obj({ Type: 'Outlines', First: refs[0]!, Last: refs.at(-1)!, Count: refs.length }),
  )
  pdf.catalog.set(PDFName.of('Outlines'), root)
}
