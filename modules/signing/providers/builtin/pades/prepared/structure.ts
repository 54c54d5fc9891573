import { PdfArray, PdfDict, PdfName, PdfNumber, type PdfObject, PdfRef, PdfString } from '@libpdf/core'
import type { Update } from '#src/pdf/append.ts'
import type { ExactPdf } from '#src/pdf/exact.ts'

/** A widget and its place in the reading order. */
export interface TaggedWidget {
  widget: PdfRef
  page: PdfRef
  /**
   * within: id of the structure element that the widget fills. Otherwise the widget comes after all elements
   * that begin on its page, or at the end of the document.
   */
  order: { within: string } | 'page' | 'end'
}

/**
 * Adds a Form element for each widget to the structure tree that our typesetter wrote (ISO 14289-1, 7.18.4).
 * Throws if the file has no structure tree.
 */
export function tagWidgets(update: Update, widgets: TaggedWidget[]): void {
  const { file } = update
  const rootRef = file.catalog.getRef('StructTreeRoot')
  const tree = file.dict(rootRef)
  const document = tree?.getRef('K')
  const parentTree = tree?.getRef('ParentTree')
  const nextKey = file.resolve(tree?.get('ParentTreeNextKey'))
  if (!rootRef || !tree || !document || !parentTree || !(nextKey instanceof PdfNumber))
    throw new Error('The file has no structure of ours')
  const elementsById = findElements(file, tree)
  const parents: PdfObject[] = []
  for (const [index, { widget, page, order }] of widgets.entries()) {
    const parent = typeof order === 'object' ? elementsById.get(order.within) : document
    if (!parent) throw new Error('There is no such structure element')
    const element = update.register(
      PdfDict.of({
        S: PdfName.of('Form'),
        P: parent,
        Pg: page,
        K: PdfDict.of({ Type: PdfName.of('OBJR'), Pg: page, Obj: widget }),
      }),
    )
    update.edit(widget).set('StructParent', PdfNumber.of(nextKey.value + index))
    parents.push(PdfNumber.of(nextKey.value + index), element)
    insert(update, parent, element, order === 'page' ? page : null)
  }
  const newNextKey = nextKey.value + widgets.length
  const leaf = update.register(
    PdfDict.of({
      Limits: PdfArray.of(PdfNumber.of(nextKey.value), PdfNumber.of(newNextKey - 1)),
      Nums: PdfArray.of(...parents),
    }),
  )
  const leaves = file.array(file.dict(parentTree)?.get('Kids'))?.toArray() ?? []
  update.edit(parentTree).set('Kids', PdfArray.of(...leaves, leaf))
  update.edit(rootRef).set('ParentTreeNextKey', PdfNumber.of(newNextKey))
}

/** The structure elements with an identifier. */
function findElements(file: ExactPdf, tree: PdfDict): Map<string, PdfRef> {
  const names = file.array(file.dict(tree.get('IDTree'))?.get('Names'))?.toArray() ?? []
  return new Map(
    names.flatMap((name, index) => {
      const ref = names[index + 1]
      return name instanceof PdfString && ref instanceof PdfRef ? [[name.asString(), ref] as const] : []
    }),
  )
}

/** Adds a child after the others; with a page, before the first child that begins on a later page. */
function insert(update: Update, parent: PdfRef, child: PdfRef, page: PdfRef | null) {
  const { file } = update
  const kids = file.array(update.edit(parent).get('K'))?.toArray() ?? []
  const pages = file.pages().map(({ ref }) => ref.objectNumber)
  const isLater = (kid: PdfObject) =>
    pages.indexOf(firstPage(update, kid)) > pages.indexOf(page!.objectNumber)
  const index = page ? kids.findIndex(isLater) : -1
  const insertIndex = index < 0 ? kids.length : index
  update.edit(parent).set('K', PdfArray.of(...kids.slice(0, insertIndex), child, ...kids.slice(insertIndex)))
}

/** Object number of the page on which an element begins; -1 if it has no content. */
function firstPage(update: Update, element: PdfObject): number {
  const dict = element instanceof PdfRef ? update.resolve(element) : null
  if (!(dict instanceof PdfDict)) return -1
  const ownPage = dict.getRef('Pg')
  if (ownPage) return ownPage.objectNumber
  for (const kid of update.file.array(dict.get('K'))?.toArray() ?? []) {
    const page = firstPage(update, kid)
    if (page >= 0) return page
  }
  return -1
}
