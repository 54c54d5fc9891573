import {
  PdfArray,
  PdfDict,
  PdfName,
  PdfNumber,
  type PdfObject,
  PdfRef,
  PdfStream,
  PdfString,
} from '@libpdf/core'
import { ExactPdf } from '#src/pdf/exact.ts'

/** A rule of a standard. Returns a description of each failure in a file. */
export type Rule = (reading: Reading) => string[]

export interface ReadPage {
  ref: PdfRef
  dict: PdfDict
  content: Uint8Array
  annotations: { ref: PdfRef; dict: PdfDict }[]
}

/** A structure element with its children: other elements, marked content, and objects. */
export interface ReadElement {
  dict: PdfDict
  role: string
  parent: ReadElement | null
  kids: ReadElement[]
  contents: { page: string; id: number }[]
  objects: PdfRef[]
}

/** A parsed file, as the rules read it. */
export interface Reading {
  file: ExactPdf
  pages: ReadPage[]
  /** All elements in reading order; empty for an untagged file. */
  elements: ReadElement[]
  /** All dictionaries and streams that can be reached from the trailer. */
  dicts: PdfDict[]
  names: PdfName[]
  strings: PdfString[]
}

export function readForRules(bytes: Uint8Array): Reading {
  const file = new ExactPdf(bytes)
  const pages = file.pages().map(({ ref, dict }) => ({
    ref,
    dict,
    content: contentOf(file, dict.get('Contents')),
    annotations: annotationsOf(file, dict),
  }))
  return { file, pages, elements: elementsOf(file), ...everythingIn(file) }
}

const annotationsOf = (file: ExactPdf, page: PdfDict) =>
  (file.array(page.get('Annots'))?.toArray() ?? [])
    .filter((ref) => ref instanceof PdfRef)
    .map((ref) => ({ ref, dict: file.dict(ref) ?? new PdfDict() }))

function contentOf(file: ExactPdf, object: PdfObject | undefined): Uint8Array {
  const target = file.resolve(object)
  const parts = target instanceof PdfArray ? target.toArray().map((part) => file.resolve(part)) : [target]
  const streams = parts.filter((part) => part instanceof PdfStream)
  return Buffer.concat(streams.flatMap((part) => [part.getDecodedData(), Buffer.from('\n')]))
}

export const pageOfRef = (ref: PdfObject | null | undefined) =>
  ref instanceof PdfRef ? `${ref.objectNumber}` : ''

function elementsOf(file: ExactPdf): ReadElement[] {
  const elements: ReadElement[] = []
  const seenElements = new Set<PdfDict>()
  const visit = (object: PdfObject | null | undefined, parent: ReadElement | null, page: string) => {
    const dict = file.dict(object)
    if (!dict || seenElements.has(dict)) return
    seenElements.add(dict)
    const role = dict.getName('S')?.value ?? ''
    const element: ReadElement = { dict, role, parent, kids: [], contents: [], objects: [] }
    elements.push(element)
    parent?.kids.push(element)
    const ownPage = pageOfRef(dict.get('Pg')) || page
    for (const kid of listOf(file, dict.get('K'))) {
      const child = file.resolve(kid)
      if (child instanceof PdfNumber) element.contents.push({ page: ownPage, id: child.value })
      else if (child instanceof PdfDict && child.getName('Type')?.value === 'MCR')
        element.contents.push({
          page: pageOfRef(child.get('Pg')) || ownPage,
          id: child.getNumber('MCID')?.value ?? -1,
        })
      else if (child instanceof PdfDict && child.getName('Type')?.value === 'OBJR') {
        const target = child.getRef('Obj')
        if (target) element.objects.push(target)
      } else visit(kid, element, ownPage)
    }
  }
  for (const top of listOf(file, file.dict(file.catalog.get('StructTreeRoot'))?.get('K')))
    visit(top, null, '')
  return elements
}

/** The items of an array; a single object counts as an array of one. */
export function listOf(file: ExactPdf, object: PdfObject | undefined): PdfObject[] {
  if (object === undefined) return []
  return file.array(object)?.toArray() ?? [object]
}

function everythingIn(file: ExactPdf) {
  const dicts: PdfDict[] = []
  const names: PdfName[] = []
  const strings: PdfString[] = []
  const seenObjects = new Set<number>()
  const queue: (PdfObject | null | undefined)[] = [file.trailer]
  for (let nextObject = queue.pop(); queue.length > 0 || nextObject; nextObject = queue.pop()) {
    if (nextObject instanceof PdfRef) {
      if (seenObjects.has(nextObject.objectNumber)) continue
      seenObjects.add(nextObject.objectNumber)
      queue.push(file.resolve(nextObject))
    } else if (nextObject instanceof PdfArray) queue.push(...nextObject.toArray())
    else if (nextObject instanceof PdfName) names.push(nextObject)
    else if (nextObject instanceof PdfString) strings.push(nextObject)
    else if (nextObject instanceof PdfDict) {
      dicts.push(nextObject)
      for (const [key, value] of nextObject) {
        names.push(key)
        queue.push(value)
      }
    }
  }
  return { dicts, names, strings }
}

/**
 * The structure elements that the parent tree lists for a key: one element, or those of a page's marked
 * content.
 */
export function parentsOf({ file }: Reading, key: number): PdfObject | null {
  const search = (object: PdfObject | null | undefined): PdfObject | null => {
    const node = file.dict(object)
    const nums = file.array(node?.get('Nums'))?.toArray() ?? []
    const keyIndex = nums.findIndex(
      (item, index) => index % 2 === 0 && item instanceof PdfNumber && item.value === key,
    )
    if (keyIndex >= 0) return file.resolve(nums[keyIndex + 1])
    for (const kid of file.array(node?.get('Kids'))?.toArray() ?? []) {
      const parents = search(kid)
      if (parents) return parents
    }
    return null
  }
  return search(file.dict(file.catalog.get('StructTreeRoot'))?.get('ParentTree'))
}

export const nameIn = ({ file }: Reading, dict: PdfDict | null | undefined, key: string): string => {
  const object = file.resolve(dict?.get(key))
  return object instanceof PdfName ? object.value : ''
}

export const isTrue = ({ file }: Reading, dict: PdfDict | null | undefined, key: string): boolean => {
  const object = file.resolve(dict?.get(key))
  return object?.type === 'bool' && (object as unknown as { value: boolean }).value
}

/** A text string, decoded; '' when it is missing. */
export function textIn({ file }: Reading, dict: PdfDict | null | undefined, key: string): string {
  const object = file.resolve(dict?.get(key))
  return object instanceof PdfString ? object.asString() : ''
}

/** An entry of an annotation's field dictionary, which may be the annotation itself. */
export function fieldEntry({ file }: Reading, annotation: PdfDict, key: string): PdfObject | null {
  for (let field: PdfDict | null = annotation; field; field = file.dict(field.get('Parent'))) {
    const object = file.resolve(field.get(key))
    if (object) return object
  }
  return null
}

/** The failures of a file by rule, as 'rule: failure'. */
export function failuresOf(rules: Record<string, Rule>, bytes: Uint8Array): string[] {
  const reading = readForRules(bytes)
  return Object.entries(rules).flatMap(([name, rule]) =>
    rule(reading).map((failure) => `${name}: ${failure}`),
  )
}
