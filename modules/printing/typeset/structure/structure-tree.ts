import { type PDFDocument, PDFName, type PDFRef, PDFString } from 'pdf-lib'
import type { Side } from '#assembly/answers.ts'
import type { Script } from '#src/pdf/fonts/faces.ts'
import type { Element } from './element.ts'
import { SerializedObject } from './serialized-object.ts'

export const languageOf = (side: Side, script: Script): string => (side === 'en' ? 'en' : `zh-${script}`)

/**
 * Adds the structure tree: the logical content in reading order. `sequences[n]` lists the elements of the
 * marked-content sequences on page n.
 */
export function addStructure(
  pdf: PDFDocument,
  document: Element,
  sequences: Element[][],
  script: Script,
): void {
  const { context, catalog } = pdf
  const root = context.nextRef()
  const refs = writeElements(pdf, document, { root, sequences, script })
  const parents = sequences.map((list, page) => `${page}[${list.map((one) => refs.get(one)).join(' ')}]`)
  // A separate leaf, so that a later revision with form fields need not repeat it.
  const leaf = `<</Limits[0 ${sequences.length - 1}]/Nums[${parents.join('')}]>>`
  const elementsWithId = [...refs]
    .filter(([{ id }]) => id)
    .sort(([one], [other]) => (one.id! < other.id! ? -1 : 1))
  const tree = {
    Type: 'StructTreeRoot',
    K: refs.get(document)!,
    ParentTree: context.register(context.obj({ Kids: [context.register(new SerializedObject(leaf))] })),
    ParentTreeNextKey: sequences.length,
    ...(elementsWithId.length > 0 && {
      IDTree: context.obj({ Names: elementsWithId.flatMap(([{ id }, ref]) => [PDFString.of(id!), ref]) }),
    }),
  }
  context.assign(root, context.obj(tree))
  for (const [index, { node }] of pdf.getPages().entries()) {
    node.set(PDFName.of('StructParents'), context.obj(index))
    node.set(PDFName.of('Tabs'), PDFName.of('S'))
  }
  catalog.set(PDFName.of('StructTreeRoot'), root)
  catalog.set(PDFName.of('MarkInfo'), context.obj({ Marked: true }))
}

interface Setting {
  root: PDFRef
  sequences: Element[][]
  script: Script
}

/** Writes an element and those of its children that have drawn content. */
function writeElements(pdf: PDFDocument, document: Element, { root, sequences, script }: Setting) {
  const { context } = pdf
  const refs = new Map<Element, PDFRef>()
  const sequencesOf = drawnOf(sequences)
  const attributes = attributesIn(pdf)
  const pages = pdf.getPages().map((page) => page.ref)
  const isWritten = (element: Element): boolean =>
    element.role === 'TD' || sequencesOf.has(element) || element.parts.some(isWritten)
  const write = (element: Element, parent: PDFRef, side: Side): PDFRef => {
    const ref = context.nextRef()
    refs.set(element, ref)
    const [firstSequence, ...otherSequences] = sequencesOf.get(element) ?? []
    const sequenceRefs = otherSequences.map(({ page, id }) =>
      page === firstSequence!.page ? id : `<</Type/MCR/Pg ${pages[page]}/MCID ${id}>>`,
    )
    const parts = element.parts.filter(isWritten).map((part) => write(part, ref, element.side))
    const kids = [...(firstSequence ? [firstSequence.id] : []), ...sequenceRefs, ...parts]
    const entries = [
      `/S/${element.role}/P ${parent}`,
      element.id ? `/ID(${element.id})` : '',
      firstSequence ? `/Pg ${pages[firstSequence.page]}` : '',
      kids.length > 0 ? `/K[${kids.join(' ')}]` : '',
      element.side === side ? '' : `/Lang(${languageOf(element.side, script)})`,
      element.span
        ? `/A<</O/Table/Scope/Row/ColSpan ${element.span}>>`
        : (attributes[element.scope ?? element.role] ?? ''),
      element.decoration ? `/A<</O/Layout/TextDecorationType/${element.decoration}>>` : '',
    ]
    context.assign(ref, new SerializedObject(`<<${entries.join('')}>>`))
    return ref
  }
  write(document, root, document.side)
  return refs
}

/** A label heads its table row or its column; list items are numbered. */
function attributesIn({ context }: PDFDocument): Partial<Record<string, string>> {
  return {
    TH: `/A ${context.register(context.obj({ O: 'Table', Scope: 'Row' }))}`,
    Column: `/A ${context.register(context.obj({ O: 'Table', Scope: 'Column' }))}`,
    L: `/A ${context.register(context.obj({ O: 'List', ListNumbering: 'Decimal' }))}`,
  }
}

interface Sequence {
  page: number
  id: number
}

function drawnOf(sequences: Element[][]): Map<Element, Sequence[]> {
  const sequencesOf = new Map<Element, Sequence[]>()
  for (const [page, elements] of sequences.entries()) {
    for (const [id, element] of elements.entries()) {
      const earlierSequences = sequencesOf.get(element)
      if (earlierSequences) earlierSequences.push({ page, id })
      else sequencesOf.set(element, [{ page, id }])
    }
  }
  return sequencesOf
}
