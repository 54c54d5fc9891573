import {
  type PDF,
  PdfArray,
  PdfBool,
  PdfDict,
  PdfName,
  PdfNumber,
  type PdfRef,
  PdfStream,
  PdfString,
} from '@libpdf/core'
import { CLOSING_SEAL } from '#modules/signing/providers/builtin/pades/certificate.ts'
import type { ChangeKind } from '#modules/signing/providers/builtin/pades/changes/changes.ts'

export const stream = (text: string) => PdfStream.fromDict({}, new TextEncoder().encode(text))
export const page = (pdf: PDF, number: number) => pdf.getPage(number - 1)!.dict
const entryOf = (pdf: PDF, dict: PdfDict, key: string) => pdf.getObject(dict.getRef(key)!)
export const widget = (pdf: PDF) => pdf.getForm()!.getFields()[0]!.getDict()
const tree = (pdf: PDF) => entryOf(pdf, pdf.getCatalog(), 'Pages') as PdfDict
export const form = (pdf: PDF) => entryOf(pdf, pdf.getCatalog(), 'AcroForm') as PdfDict

function stamp(pdf: PDF): PdfRef {
  const drawing = pdf.register(stream('1 1 1 rg 0 0 300 300 re f'))
  const box = PdfArray.of(...[0, 0, 300, 300].map(PdfNumber.of))
  return pdf.register(
    PdfDict.of({
      Type: PdfName.of('Annot'),
      Subtype: PdfName.of('Stamp'),
      Rect: box,
      AP: PdfDict.of({ N: drawing }),
    }),
  )
}

function reversePages(pdf: PDF) {
  const kids = tree(pdf).getArray('Kids')!
  tree(pdf).set('Kids', PdfArray.of(...kids.toArray().reverse()))
}

/** A change in a later revision, its kind in the report, and its page. */
export const CHANGES: [string, (pdf: PDF) => void, ChangeKind, number | null][] = [
  [
    'another content of page 2',
    (pdf) => page(pdf, 2).set('Contents', pdf.register(stream('0 0 m'))),
    'content',
    2,
  ],
  [
    'the content of page 1 overwritten',
    (pdf) => (entryOf(pdf, page(pdf, 1), 'Contents') as PdfStream).setData(new Uint8Array([32])),
    'content',
    1,
  ],
  [
    'a content behind the content',
    (pdf) =>
      page(pdf, 2).set(
        'Contents',
        PdfArray.of(page(pdf, 2).getRef('Contents')!, pdf.register(stream('0 0 m'))),
      ),
    'content',
    2,
  ],
  [
    'other fonts',
    (pdf) => (entryOf(pdf, page(pdf, 1), 'Resources') as PdfDict).set('Font', PdfDict.of({})),
    'content',
    1,
  ],
  ['resources of its own', (pdf) => page(pdf, 2).set('Resources', PdfDict.of({})), 'content', 2],
  ['a stamp over page 2', (pdf) => page(pdf, 2).set('Annots', PdfArray.of(stamp(pdf))), 'annotation', 2],
  [
    'the signatures taken off their page',
    (pdf) => signaturePage(pdf).set('Annots', new PdfArray([])),
    'annotation',
    null,
  ],
  [
    'another drawing in place of a signature',
    (pdf) => widget(pdf).set('AP', PdfDict.of({ N: pdf.register(stream('0 0 m')) })),
    'field',
    null,
  ],
  [
    'the drawing of a signature overwritten',
    (pdf) => (entryOf(pdf, widget(pdf).getDict('AP')!, 'N') as PdfStream).setData(new Uint8Array([32])),
    'appearance',
    null,
  ],
  [
    'a signature moved',
    (pdf) => widget(pdf).set('Rect', PdfArray.of(...[0, 0, 9, 9].map(PdfNumber.of))),
    'field',
    null,
  ],
  ['a signature hidden', (pdf) => widget(pdf).set('F', PdfNumber.of(2)), 'field', null],
  [
    'a field renamed',
    (pdf) => widget(pdf).set('T', PdfString.fromString(CLOSING_SEAL.fieldName)),
    'field',
    null,
  ],
  ['a lock taken off its field', (pdf) => widget(pdf).delete('Lock'), 'field', null],
  [
    'a lock that locks nothing',
    (pdf) => (entryOf(pdf, widget(pdf), 'Lock') as PdfDict).set('Fields', new PdfArray([])),
    'annotation',
    null,
  ],
  ['a script in a field', (pdf) => widget(pdf).set('AA', PdfDict.of({})), 'field', null],
  [
    'a field of another kind',
    (pdf) =>
      form(pdf)
        .getArray('Fields')!
        .push(pdf.register(PdfDict.of({ FT: PdfName.of('Tx'), T: PdfString.fromString('sum') }))),
    'field',
    null,
  ],
  ['appearances to be made anew', (pdf) => form(pdf).set('NeedAppearances', PdfBool.of(true)), 'field', null],
  ['a page turned', (pdf) => page(pdf, 1).set('Rotate', PdfNumber.of(180)), 'page', 1],
  [
    'a page cropped',
    (pdf) => page(pdf, 2).set('CropBox', PdfArray.of(...[0, 0, 9, 9].map(PdfNumber.of))),
    'page',
    2,
  ],
  ['all pages turned by their tree', (pdf) => tree(pdf).set('Rotate', PdfNumber.of(180)), 'page', null],
  ['pages in another order', reversePages, 'page', null],
  [
    'a page taken away',
    (pdf) => tree(pdf).set('Kids', PdfArray.of(tree(pdf).getArray('Kids')!.at(0)!)),
    'page',
    null,
  ],
  ['an action on opening', (pdf) => pdf.getCatalog().set('OpenAction', PdfDict.of({})), 'catalog', null],
  [
    'layers that can be switched off',
    (pdf) => pdf.getCatalog().set('OCProperties', PdfDict.of({})),
    'catalog',
    null,
  ],
  ['another title', (pdf) => pdf.setTitle('Another contract'), 'metadata', null],
  ['an object that nothing leads to', (pdf) => void pdf.register(stream('0 0 m')), 'object', null],
  ['a page added', addPage, 'page', null],
  [
    'another page tree',
    (pdf) =>
      pdf.getCatalog().set('Pages', pdf.register(PdfDict.of(Object.fromEntries(entriesOf(tree(pdf)))))),
    'catalog',
    null,
  ],
  ['a page larger than it was', (pdf) => page(pdf, 1).set('MediaBox', box(0, 0, 900, 900)), 'page', 1],
  ['a page in other units', (pdf) => page(pdf, 2).set('UserUnit', PdfNumber.of(2)), 'page', 2],
  ['an action on a page', (pdf) => page(pdf, 1).set('AA', script()), 'page', 1],
  [
    'other words behind the letters',
    (pdf) =>
      (entryOf(pdf, fontOf(pdf), 'ToUnicode') as PdfStream).setData(new TextEncoder().encode('begincmap')),
    'content',
    1,
  ],
  [
    'other letters behind the codes',
    (pdf) => fontProgram(pdf).setData(new Uint8Array([0, 1, 0, 0])),
    'content',
    1,
  ],
  ['letters of another font', (pdf) => fontOf(pdf).set('Encoding', PdfName.of('Identity-V')), 'content', 1],
  [
    'a layer that hides what page 1 shows',
    (pdf) =>
      (entryOf(pdf, page(pdf, 1), 'Resources') as PdfDict).set('Properties', PdfDict.of({ L: hidden(pdf) })),
    'content',
    1,
  ],
  [
    'a link over page 1',
    (pdf) => page(pdf, 1).set('Annots', PdfArray.of(note(pdf, 'Link'))),
    'annotation',
    1,
  ],
  [
    'a note on page 1',
    (pdf) => page(pdf, 1).set('Annots', PdfArray.of(note(pdf, 'FreeText'))),
    'annotation',
    1,
  ],
  ['a script on opening', (pdf) => pdf.getCatalog().set('OpenAction', script()), 'catalog', null],
  ['a script in the tree of names', (pdf) => nameTree(pdf, 'JavaScript', script()), 'catalog', null],
  ['a file attached', (pdf) => nameTree(pdf, 'EmbeddedFiles', attachment(pdf)), 'catalog', null],
  ['other names of pages', (pdf) => pdf.getCatalog().set('PageLabels', PdfDict.of({})), 'catalog', null],
  [
    'a structure with other words',
    (pdf) => pdf.getCatalog().set('StructTreeRoot', structureTree(pdf)),
    'catalog',
    null,
  ],
  ['permissions of its own', (pdf) => pdf.getCatalog().set('Perms', PdfDict.of({})), 'catalog', null],
  ['other bookmarks', (pdf) => pdf.getCatalog().set('Outlines', PdfDict.of({})), 'catalog', null],
  [
    'validation data that is none',
    (pdf) => pdf.getCatalog().set('DSS', store(pdf, 'Certs', stream('another contract'))),
    'catalog',
    null,
  ],
  [
    'something else among the validation data',
    (pdf) => pdf.getCatalog().set('DSS', store(pdf, 'Notes', stream('0'))),
    'catalog',
    null,
  ],
  ['an XFA form', (pdf) => form(pdf).set('XFA', pdf.register(stream('<xdp/>'))), 'field', null],
]

function signaturePage(pdf: PDF): PdfDict {
  return pdf.getPages().find(({ dict }) => dict.has('Annots'))!.dict
}

const store = (pdf: PDF, key: string, stream: PdfStream) =>
  pdf.register(PdfDict.of({ [key]: PdfArray.of(pdf.register(stream)) }))

const box = (...corners: number[]) => PdfArray.of(...corners.map(PdfNumber.of))

const script = () => PdfDict.of({ S: PdfName.of('JavaScript'), JS: PdfString.fromString('this.print()') })

const entriesOf = (dict: PdfDict) => [...dict].map(([key, value]) => [key.value, value] as const)

function addPage(pdf: PDF) {
  const added = pdf.register(
    PdfDict.of({
      Type: PdfName.of('Page'),
      Parent: pdf.getCatalog().getRef('Pages')!,
      MediaBox: box(0, 0, 595, 842),
      Contents: pdf.register(stream('0 0 m')),
    }),
  )
  tree(pdf).set('Kids', PdfArray.of(...tree(pdf).getArray('Kids')!.toArray(), added))
  tree(pdf).set('Count', PdfNumber.of(pdf.getPageCount() + 1))
}

function fontOf(pdf: PDF): PdfDict {
  const resources = entryOf(pdf, page(pdf, 1), 'Resources') as PdfDict
  return entryOf(pdf, resources.getDict('Font')!, 'F1') as PdfDict
}

function fontProgram(pdf: PDF): PdfStream {
  const [descendant] = fontOf(pdf).getArray('DescendantFonts')!.toArray()
  const descriptor = entryOf(pdf, pdf.getObject(descendant as PdfRef) as PdfDict, 'FontDescriptor') as PdfDict
  return entryOf(pdf, descriptor, 'FontFile2') as PdfStream
}

const hidden = (pdf: PDF) =>
  pdf.register(PdfDict.of({ Type: PdfName.of('OCG'), Name: PdfString.fromString('hidden') }))

const note = (pdf: PDF, subtype: string) =>
  pdf.register(
    PdfDict.of({ Type: PdfName.of('Annot'), Subtype: PdfName.of(subtype), Rect: box(0, 0, 300, 300) }),
  )

function nameTree(pdf: PDF, kind: string, value: PdfDict) {
  const names = PdfDict.of({ Names: PdfArray.of(PdfString.fromString('x'), pdf.register(value)) })
  pdf.getCatalog().set('Names', PdfDict.of({ [kind]: names }))
}

const attachment = (pdf: PDF) =>
  PdfDict.of({
    Type: PdfName.of('Filespec'),
    EF: PdfDict.of({ F: pdf.register(stream('another contract')) }),
  })

const structureTree = (pdf: PDF) =>
  pdf.register(PdfDict.of({ Type: PdfName.of('StructTreeRoot'), ActualText: PdfString.fromString('990') }))
