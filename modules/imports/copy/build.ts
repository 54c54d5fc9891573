import { createHash } from 'node:crypto'
import {
  PdfArray,
  PdfDict,
  PdfName,
  PdfNumber,
  type PdfObject,
  type PdfRef,
  PdfStream,
  PdfString,
} from '@libpdf/core'
import type { PdfFile } from '#src/pdf/read.ts'
import { dictOf, nameOf, toPdfArray } from '#src/pdf/values.ts'
import { writeFile } from '#src/pdf/write-file.ts'
import { type Annotation, type AnnotationCopy, annotationsOf, plainLink } from './annotations.ts'
import { contentOf, openStates, withoutHidden } from './content.ts'
import { Copier } from './copier.ts'
import { type Field, type Form, formOf } from './fields.ts'
import { layersOf } from './layers.ts'
import type { SourcePage } from './pages.ts'
import { drawValue } from './value-drawing.ts'

/** Changes that make a file signable, besides the removals. */
export type Repair = 'form' | 'comments' | 'layers' | 'repeatedPages'

/** An appearance that became part of a page, by the object number of the annotation, and its field. */
export interface Flattened {
  number: number
  field: Field | null
  /** Whether the form tells readers to regenerate the appearance from the value. */
  regenerated: boolean
}

export interface WorkingCopy {
  bytes: Uint8Array
  repairs: Repair[]
  /** The flattened appearances of each page, in the order in which they are drawn after its content. */
  flattened: Flattened[][]
}

/** Layers show different content in print and on screen. */
export class LayersDifferError extends Error {}

const CATALOG_KEYS = [
  'Lang',
  'MarkInfo',
  'StructTreeRoot',
  'Outlines',
  'PageLabels',
  'PageLayout',
  'Dests',
  'OutputIntents',
  'Metadata',
]
const PAGE_KEYS = ['Group', 'StructParents', 'Tabs', 'UserUnit', 'BleedBox', 'TrimBox', 'ArtBox']
const INFO_KEYS = ['Title', 'Author', 'Subject', 'Keywords', 'Creator', 'Producer', 'CreationDate', 'ModDate']

/**
 * Writes a new file for signing: one revision, explicit page boxes, an empty form as the only form, no
 * layers, and no annotations except links. Throws LayersDifferError and PrintOnlyError.
 */
export function buildCopy(file: PdfFile, pages: SourcePage[], original: Uint8Array): WorkingCopy {
  const catalog = dictOf(file.trailer.get('Root'), file.resolve)!
  const layers = layersOf(file)
  if (layers.hasDifferences) throw new LayersDifferError()
  const form = formOf(file)
  const copier = new Copier(file)
  const root = copier.reserve()
  const tree = copier.reserve()
  const pageRefs = pages.map(() => copier.reserve())
  for (const [index, { number, isRepeated }] of pages.entries())
    if (number && !isRepeated) copier.replace(number, pageRefs[index]!)
  const annotations = pages.map(({ dict }) => annotationsOf(dict, form, layers, file))
  for (const number of form?.fields.keys() ?? []) copier.replace(number, null)
  for (const { number, copy } of annotations.flat())
    if (number && copy.as !== 'link') copier.replace(number, null)
  const maker: CopyContext = { copier, file, layers, tree }
  for (const [index, page] of pages.entries())
    copier.setObject(pageRefs[index]!, pageOf(page, annotations[index]!, maker))
  copier.setObject(tree, treeOf(pageRefs))
  copier.setObject(root, rootOf(catalog, tree, maker))
  const info = copier.add(infoOf(file, copier))
  const drawnAnnotations = annotations.flat()
  const repairs: Repair[] = [
    ...(form?.fields.size ? (['form'] as const) : []),
    ...(drawnAnnotations.some(({ copy }) => copy.as === 'nothing' && copy.comment)
      ? (['comments'] as const)
      : []),
    ...(catalog.has('OCProperties') ? (['layers'] as const) : []),
    ...(pages.some(({ isRepeated }) => isRepeated) ? (['repeatedPages'] as const) : []),
  ]
  const id = createHash('sha256').update(original).digest().subarray(0, 16)
  const bytes = writeFile({ version: versionOf(file, catalog), objects: copier.objects, root, info, id })
  return { bytes, repairs, flattened: annotations.map((one) => flattenedIn(one, form)) }
}

interface CopyContext {
  copier: Copier
  file: PdfFile
  layers: ReturnType<typeof layersOf>
  tree: PdfRef
}

const flattenedIn = (annotations: Annotation[], form: Form | null): Flattened[] =>
  annotations.flatMap(({ number, copy }) => {
    if (copy.as !== 'drawing') return []
    const regenerated = copy.field !== null && form?.needsAppearances === true
    return [{ number, field: copy.field, regenerated }]
  })

/** PDF 2.0 remains; all older versions become 1.7. */
const versionOf = ({ resolve }: PdfFile, catalog: PdfDict) =>
  nameOf(catalog.get('Version'), resolve) === '2.0' ? '2.0' : '1.7'

function treeOf(pageRefs: PdfRef[]): PdfDict {
  return PdfDict.of({
    Type: PdfName.of('Pages'),
    Kids: PdfArray.of(...pageRefs),
    Count: PdfNumber.of(pageRefs.length),
  })
}

function rootOf(catalog: PdfDict, tree: PdfRef, { copier, file }: CopyContext): PdfDict {
  const root = PdfDict.of({ Type: PdfName.of('Catalog'), Pages: tree })
  for (const key of CATALOG_KEYS) if (catalog.has(key)) setCopy(root, key, catalog.get(key), copier)
  const destinations = dictOf(catalog.get('Names'), file.resolve)?.get('Dests')
  if (destinations) root.set('Names', PdfDict.of({ Dests: copier.value(destinations) }))
  root.set('AcroForm', copier.add(PdfDict.of({ Fields: PdfArray.of() })))
  return root
}

function setCopy(dict: PdfDict, key: string, value: PdfObject | undefined, copier: Copier) {
  const copy = copier.value(value)
  if (copy.type !== 'null') dict.set(key, copy)
}

function infoOf({ trailer, resolve }: PdfFile, copier: Copier): PdfDict {
  const info = new PdfDict()
  const source = dictOf(trailer.get('Info'), resolve)
  for (const key of INFO_KEYS) {
    const value = resolve(source?.get(key))
    if (value instanceof PdfString) info.set(key, copier.value(value))
  }
  return info
}

function pageOf(page: SourcePage, annotations: Annotation[], maker: CopyContext): PdfDict {
  const { copier, tree } = maker
  const dict = PdfDict.of({ Type: PdfName.of('Page'), Parent: tree })
  dict.set('MediaBox', toPdfArray(page.mediaBox))
  dict.set('CropBox', toPdfArray(page.cropBox))
  dict.set('Rotate', PdfNumber.of(page.rotate))
  for (const key of PAGE_KEYS) if (page.dict.has(key)) setCopy(dict, key, page.dict.get(key), copier)
  dict.set('Annots', copier.add(PdfArray.of(...annotations.flatMap((one) => linkOf(one, copier)))))
  const resources = page.resources ? (copier.value(page.resources) as PdfDict) : new PdfDict()
  dict.set('Resources', resources)
  const copies = annotations.map((one) => one.copy)
  dict.set('Contents', contentsOf(page, copies, resources, maker))
  return dict
}

/**
 * A reference to the copy of a link; empty for other annotations. The structure tree of a tagged file may
 * refer to the link too.
 */
function linkOf({ number, copy }: Annotation, copier: Copier): PdfRef[] {
  if (copy.as !== 'link') return []
  const ref = copier.reserve()
  if (number) copier.replace(number, ref)
  copier.setObject(ref, copier.value(plainLink(copy.dict)))
  return [ref]
}

/** The page's own content, followed by the appearances of its annotations. */
function contentsOf(
  page: SourcePage,
  copies: AnnotationCopy[],
  resources: PdfDict,
  maker: CopyContext,
): PdfObject {
  const { copier, file, layers } = maker
  const contentStreams = layers.hidden
    ? [
        copier.add(
          streamOf(withoutHidden(contentOf(page.dict.get('Contents'), file), page.resources, layers, file)),
        ),
      ]
    : streamsOf(copier.value(page.dict.get('Contents')), copier)
  const drawings = copies.flatMap((one) => (one.as === 'drawing' || one.as === 'value' ? [one] : []))
  if (!drawings.length) return PdfArray.of(...contentStreams)
  const names = new PdfDict(dictOf(resources.get('XObject'), (value) => inCopy(value, copier)) ?? undefined)
  resources.set('XObject', names)
  const openStateCount = openStates(contentOf(page.dict.get('Contents'), file))
  const lines = drawings.map((one, index) =>
    one.as === 'value' ? drawValue(one.field, one.rect) : drawingUse(one, `Flat${index}`, names, maker),
  )
  return PdfArray.of(
    copier.add(streamOf(Buffer.from('q\n'))),
    ...contentStreams,
    copier.add(streamOf(Buffer.from(`\n${'Q\n'.repeat(openStateCount + 1)}${lines.join('\n')}\n`))),
  )
}

const inCopy = (value: PdfObject | null | undefined, { objects }: Copier): PdfObject | null =>
  value?.type === 'ref' ? (objects[(value as PdfRef).objectNumber - 1] ?? null) : (value ?? null)

function streamsOf(contents: PdfObject, copier: Copier): PdfObject[] {
  const object = inCopy(contents, copier)
  if (object instanceof PdfArray)
    return object.toArray().filter((item) => inCopy(item, copier) instanceof PdfStream)
  return object instanceof PdfStream ? [contents] : []
}

function drawingUse(
  { stream, placement: matrix }: Extract<AnnotationCopy, { as: 'drawing' }>,
  name: string,
  names: PdfDict,
  { copier }: CopyContext,
): string {
  const form = copier.value(stream) as PdfStream
  form.set('Type', PdfName.of('XObject'))
  form.set('Subtype', PdfName.of('Form'))
  const freshName = freeName(name, names)
  names.set(freshName, copier.add(form))
  return `q ${matrix.join(' ')} cm /${freshName} Do Q`
}

function freeName(name: string, names: PdfDict): string {
  let candidate = name
  for (let count = 1; names.has(candidate); count++) candidate = `${name}x${count}`
  return candidate
}

const streamOf = (content: Uint8Array) => PdfStream.fromDict({}, content)
