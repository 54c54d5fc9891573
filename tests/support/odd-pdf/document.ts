import { filtered, type OddDocument, type Part, stream } from './parts.ts'

/** A random number below a limit, from a seed. */
export type Dice = (below: number) => number

/** Oddities of a document's content: pages, boxes, forms, layers, annotations, streams. */
export const CONTENT_ODDITIES = [
  'inheritedMediaBox',
  'inheritedCropBox',
  'inheritedResources',
  'inheritedRotate',
  'turned',
  'turnedBackwards',
  'cropBeyondMedia',
  'boxReversed',
  'boxShifted',
  'userUnit',
  'manyDecimals',
  'oddNumbers',
  'formInline',
  'formIndirect',
  'fieldsIndirect',
  'fieldsNested',
  'fieldWithoutDrawing',
  'needAppearances',
  'tickBox',
  'pushButton',
  'layersOn',
  'layersOff',
  'layersInPrint',
  'layerChoice',
  'layerExpression',
  'link',
  'note',
  'highlight',
  'highlightNowhere',
  'freeTextOnScreen',
  'printedOnly',
  'hiddenAnnotation',
  'film',
  'annotsIndirect',
  'contentInPieces',
  'statesLeftOpen',
  'inlineImage',
  'nestedForms',
  'pageTwice',
  'nestedTree',
  'nullKid',
  'countWrong',
  'lengthIndirect',
  'flate',
  'hex',
  'twoFilters',
  'nameEscaped',
  'nameInChinese',
  'stringsOdd',
  'usageRights',
  'script',
  'noContents',
] as const
export type ContentOddity = (typeof CONTENT_ODDITIES)[number]

const FONT = 5
const FORM = 6

/** A document of one to three pages with these oddities; text of fields begins with F, hidden text with H. */
export function oddDocument(odd: ReadonlySet<string>, dice: Dice): OddDocument {
  const parts = new Map<number, Part>()
  const has = (...names: ContentOddity[]) => names.some((name) => odd.has(name))
  let lastNumber = 9
  const add = (part: Part) => {
    parts.set(++lastNumber, part)
    return lastNumber
  }
  parts.set(FONT, `<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>`)
  const fontName = has('nameInChinese') ? '\xcb\xce\xcc\xe5' : has('nameEscaped') ? 'F#31#2bx' : 'F1'
  const annotations = annotationsOf(has, add)
  const layers = layersOf(has, add)
  const nested = has('nestedForms') ? nestedForm(add) : null
  const resources = [
    `/Font << /${fontName} ${FONT} 0 R >>`,
    nested ? `/XObject << /X1 ${nested} 0 R >>` : '',
    layers.properties,
  ].join(' ')
  const count = 1 + dice(3)
  const leaves = Array.from({ length: count }, (_, index) => {
    const content = contentOf(index, fontName, has, layers.mark, nested !== null)
    const filter = has('twoFilters')
      ? 'both'
      : has('hex')
        ? 'ASCIIHexDecode'
        : has('flate')
          ? 'FlateDecode'
          : null
    const pieces = has('contentInPieces') ? content.split('\n') : [content]
    const refs = pieces.map((piece) => add(filter ? filtered(stream(piece), filter) : stream(piece)))
    const contents = refs.length > 1 ? `[${refs.map((one) => `${one} 0 R`).join(' ')}]` : `${refs[0]} 0 R`
    const list = index === 0 ? annotations.list : []
    const annots = has('annotsIndirect') ? `${add(`[${list.join(' ')}]`)} 0 R` : `[${list.join(' ')}]`
    const page = [
      '<< /Type /Page /Parent 2 0 R',
      has('inheritedMediaBox') ? '' : `/MediaBox ${mediaBox(has)}`,
      cropBox(has),
      has('inheritedResources') ? '' : `/Resources << ${resources} >>`,
      has('turned') ? '/Rotate 90' : has('turnedBackwards') ? '/Rotate -90' : '',
      has('userUnit') ? '/UserUnit 2' : '',
      has('noContents') && index > 0 ? '' : `/Contents ${contents}`,
      list.length ? `/Annots ${annots}` : '',
      '>>',
    ]
    return add(page.filter(Boolean).join(' '))
  })
  const kids = treeOf(leaves, has, add)
  const inherited = [
    has('inheritedMediaBox') ? `/MediaBox ${mediaBox(has)}` : '',
    has('inheritedCropBox') ? '/CropBox [10 10 290 410]' : '',
    has('inheritedResources') ? `/Resources << ${resources} >>` : '',
    has('inheritedRotate') ? '/Rotate 180' : '',
  ].join(' ')
  const total = leaves.length + (has('pageTwice') ? 1 : 0) + (has('countWrong') ? 1 : 0)
  parts.set(2, `<< /Type /Pages /Kids [${kids}] /Count ${total} ${inherited} >>`)
  parts.set(1, catalogOf(has, annotations, layers, parts, add))
  return { parts, pages: leaves, trailer: has('stringsOdd') ? '/Info << /Title <feff4f60597d4> >>' : '' }
}

type HasOddity = (...names: ContentOddity[]) => boolean
type Add = (part: Part) => number

function mediaBox(has: HasOddity): string {
  if (has('boxReversed')) return '[300 420 0 0]'
  if (has('boxShifted')) return '[-50 -20 250 400]'
  if (has('manyDecimals')) return '[0 0 595.303937007874 841.889763779528]'
  return has('oddNumbers') ? '[+0 -0. 00300.000 420.]' : '[0 0 300 420]'
}

const cropBox = (has: HasOddity) => (has('cropBeyondMedia') ? '/CropBox [-100 -100 900 900]' : '')

function treeOf(leaves: number[], has: HasOddity, add: Add): string {
  const refs = leaves.map((one) => `${one} 0 R`)
  if (has('pageTwice')) refs.push(refs[0]!)
  if (has('nullKid')) refs.push('null')
  if (!has('nestedTree')) return refs.join(' ')
  return `${add(`<< /Type /Pages /Parent 2 0 R /Kids [${refs.join(' ')}] /Count ${refs.length} >>`)} 0 R`
}

function contentOf(
  index: number,
  font: string,
  has: HasOddity,
  mark: (text: string) => string,
  nested: boolean,
): string {
  const number = has('oddNumbers') ? '+18.' : '18'
  const words = has('stringsOdd') ? `(Page\\040\\(${index}\\)\\\n more)` : `(Page ${index} owes CNY 1000)`
  const lines = [
    `BT /${font} ${number} Tf 30 300 Td ${words} Tj ET`,
    has('statesLeftOpen') ? 'q 0.5 0 0 0.5 10 10 cm' : '',
    mark(`BT /${font} 14 Tf 30 260 Td (${has('layersOff') ? 'Hidden' : 'Layer'} ${index}) Tj ET`),
    has('inlineImage') ? 'q 20 0 0 20 30 200 cm BI /W 2 /H 2 /BPC 8 /CS /G ID \x00\xff\xff\x00 EI Q' : '',
    nested ? 'q 1 0 0 1 100 100 cm /X1 Do Q' : '',
    '0.2 0.4 0.9 rg 30 150 60 20 re f',
  ]
  return lines.filter(Boolean).join('\n')
}

function nestedForm(add: Add): number {
  const inner = add(
    stream(
      '0 0.6 0 rg 0 0 20 20 re f',
      '/Type /XObject /Subtype /Form /BBox [0 0 20 20] /Matrix [1 0 0 1 5 5]',
    ),
  )
  return add(
    stream(
      'q 0.7 0.7 -0.7 0.7 0 0 cm /In Do Q',
      `/Type /XObject /Subtype /Form /BBox [-50 -50 80 80] /Resources << /XObject << /In ${inner} 0 R >> >>`,
    ),
  )
}

function layersOf(has: HasOddity, add: Add) {
  if (!has('layersOn', 'layersOff', 'layersInPrint', 'layerChoice', 'layerExpression'))
    return { properties: '', catalog: '', mark: (text: string) => text }
  const usage = has('layersInPrint')
    ? '/Usage << /View << /ViewState /ON >> /Print << /PrintState /OFF >> >>'
    : ''
  const group = add(`<< /Type /OCG /Name (Layer) ${usage} >>`)
  const choice = add(`<< /Type /OCMD /OCGs [${group} 0 R] /P /AllOn >>`)
  const expression = add(`<< /Type /OCMD /P /AllOff /VE [/And [/Not [/Not ${group} 0 R]] ${group} 0 R] >>`)
  const namedLayer = has('layerExpression') ? expression : has('layerChoice') ? choice : group
  const offEntry = has('layersOff') ? `/OFF [${group} 0 R]` : ''
  const inPrint = has('layersInPrint')
    ? `/AS [<< /Event /Print /OCGs [${group} 0 R] /Category [/Print] >> << /Event /View /OCGs [${group} 0 R] /Category [/View] >>]`
    : ''
  return {
    properties: `/Properties << /L1 ${namedLayer} 0 R >>`,
    catalog: `/OCProperties << /OCGs [${group} 0 R] /D << /ON [] ${offEntry} ${inPrint} >> >>`,
    mark: (text: string) => `/OC /L1 BDC\n${text}\nEMC`,
  }
}

interface Annotations {
  list: string[]
  fields: number[]
}

function annotationsOf(has: HasOddity, add: Add): Annotations {
  const list: string[] = []
  const fields: number[] = []
  const drawing = (text: string) =>
    add(
      stream(
        `BT /F 12 Tf 2 4 Td (${text}) Tj ET`,
        `/Type /XObject /Subtype /Form /BBox [0 0 120 18] /Resources << /Font << /F ${FONT} 0 R >> >>`,
      ),
    )
  const rect = (at: number) => `/Rect [30 ${at} 150 ${at + 18}]`
  if (has('link'))
    list.push(
      '<< /Type /Annot /Subtype /Link /Rect [0 0 40 40] /Border [0 0 0] /A << /S /URI /URI (https://example.com) >> >>',
    )
  if (has('note'))
    list.push('<< /Type /Annot /Subtype /Text /Rect [200 300 220 320] /Contents (Check) /Name /Note >>')
  const shown = (kind: string, text: string, at: number, flags: number, more = '') =>
    list.push(
      `<< /Type /Annot /Subtype /${kind} ${rect(at)} /F ${flags} ${more} /AP << /N ${drawing(text)} 0 R >> >>`,
    )
  if (has('highlight')) shown('Highlight', 'Fmark', 120, 4, '/QuadPoints [30 138 150 138 30 120 150 120]')
  if (has('highlightNowhere')) shown('Highlight', 'Fmark', 120, 4)
  if (has('freeTextOnScreen')) shown('FreeText', 'Fscreen', 100, 0)
  if (has('printedOnly')) shown('FreeText', 'Fprint', 80, 36)
  if (has('film'))
    shown('Screen', 'Ffilm', 330, 4, '/T (film) /A << /S /Rendition /OP 0 /R << /S /MR /C << >> >> >>')
  if (has('hiddenAnnotation')) shown('Stamp', 'Hstamp', 60, 2)
  const field = (text: string) => {
    const number = add(text)
    list.push(`${number} 0 R`)
    fields.push(number)
  }
  if (has('formInline', 'formIndirect', 'fieldsIndirect', 'fieldsNested', 'needAppearances'))
    field(
      `<< /Type /Annot /Subtype /Widget /FT /Tx /T (fee) /V (Fee 200) /DA (/F 12 Tf 0 g) /F 4 ${rect(40)} /AP << /N ${drawing('Fee 200')} 0 R >> >>`,
    )
  if (has('fieldWithoutDrawing'))
    field(
      `<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (Fname) /DA (/F 12 Tf 0 g) /F 4 ${rect(20)} >>`,
    )
  if (has('tickBox')) {
    const onState = add(stream('0 0 12 12 re f', '/Type /XObject /Subtype /Form /BBox [0 0 12 12]'))
    const offState = add(stream('0 0 12 12 re S', '/Type /XObject /Subtype /Form /BBox [0 0 12 12]'))
    field(
      `<< /Type /Annot /Subtype /Widget /FT /Btn /T (tick) /V /Yes /AS /Yes /F 4 /Rect [160 40 172 52] /AP << /N << /Yes ${onState} 0 R /Off ${offState} 0 R >> >> >>`,
    )
  }
  if (has('pushButton'))
    field(
      `<< /Type /Annot /Subtype /Widget /FT /Btn /Ff 65536 /T (print) /F 0 ${rect(380)} /AP << /N ${drawing('Hprint')} 0 R >> >>`,
    )
  return { list, fields }
}

function catalogOf(
  has: HasOddity,
  { fields }: Annotations,
  layers: { catalog: string },
  parts: Map<number, Part>,
  add: Add,
): string {
  const otherEntries = [
    layers.catalog,
    has('script') ? '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>' : '',
    has('usageRights')
      ? '/Perms << /UR3 << /Type /Sig /Filter /Adobe.PPKLite /ByteRange [0 1 2 3] /Contents <00> >> >>'
      : '',
  ].join(' ')
  if (!fields.length) return `<< /Type /Catalog /Pages 2 0 R ${otherEntries} >>`
  const roots = has('fieldsNested')
    ? [add(`<< /T (group) /Kids [${fields.map((one) => `${one} 0 R`).join(' ')}] >>`)]
    : fields
  const list = `[${roots.map((one) => `${one} 0 R`).join(' ')}]`
  const form = [
    `<< /Fields ${has('fieldsIndirect') ? `${add(list)} 0 R` : list}`,
    `/DR << /Font << /F ${FONT} 0 R >> >> /DA (/F 0 Tf 0 g)`,
    has('needAppearances') ? '/NeedAppearances true' : '',
    '>>',
  ].join(' ')
  if (!has('formIndirect')) return `<< /Type /Catalog /Pages 2 0 R /AcroForm ${form} ${otherEntries} >>`
  parts.set(FORM, form)
  return `<< /Type /Catalog /Pages 2 0 R /AcroForm ${FORM} 0 R ${otherEntries} >>`
}
