import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { IDENTITY, type Matrix, multiply } from '#src/pdf/matrix.ts'

/** pdf.js is the second reader: it draws what people see in their browsers. */
const pdfjs = await import('pdfjs-dist/legacy/build/pdf.mjs')
const { AnnotationMode, getDocument, OPS } = pdfjs

const folder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
const NAMES = new Map(Object.entries(OPS).map(([name, code]) => [code as number, name]))

/** Pictures with more pixels are compared only by their bytes: the copy contains them unchanged. */
const MAX_PICTURE_BYTES = 300_000

export type Intent = 'display' | 'print'

/** The marks of a page with their positions: two pages with equal values look the same. */
export interface DrawnPage {
  /** Left, bottom, right and top of the visible area, in points. */
  view: number[]
  rotate: number
  content: string[]
  /** The marks of each form XObject, in order; they are also in `content`. */
  forms: Drawing[]
  /** The drawings of annotations, by object number. */
  annotations: Map<number, Drawing>
  /** Annotations that are direct objects of the page. */
  unnumbered: Drawing[]
}

/** A drawing within a page, and its text. */
export interface Drawing {
  marks: string[]
  text: string
}

export interface DrawnFile {
  pages: number
  page(number: number, intent: Intent): Promise<DrawnPage>
}

/** Opens a file as a browser would, without a password. Throws the errors of pdf.js. */
export async function openDrawn(bytes: Uint8Array): Promise<DrawnFile> {
  const document = await getDocument({
    data: new Uint8Array(bytes),
    cMapUrl: join(folder, 'cmaps/'),
    standardFontDataUrl: join(folder, 'standard_fonts/'),
    wasmUrl: join(folder, 'wasm/'),
    iccUrl: join(folder, 'iccs/'),
    maxImageSize: MAX_PICTURE_BYTES,
    enableXfa: false,
    stopAtErrors: false,
    disableFontFace: true,
    verbosity: 0,
  }).promise
  return {
    pages: document.numPages,
    async page(number, intent) {
      const page = await document.getPage(number)
      const layers = await document.getOptionalContentConfig({ intent })
      const { fnArray, argsArray } = await page.getOperatorList({
        intent,
        annotationMode: AnnotationMode.ENABLE,
      })
      const marks = marksOf(fnArray, argsArray as unknown[][], (group) => layers.isVisible(group))
      const drawnPage = { view: page.view, rotate: page.rotate, ...marks }
      page.cleanup()
      return drawnPage
    },
  }
}

type VisibilityTest = (group: never) => boolean

interface DrawingState {
  matrix: Matrix
  /** The number of open hidden layers around the current content. */
  hidden: number
}

/** Operators that make no marks; changes of the transformation matrix are still followed. */
const MARKLESS_OPERATORS = new Set([
  'dependency',
  'save',
  'restore',
  'transform',
  'beginMarkedContent',
  'endMarkedContent',
  'markPoint',
  'beginMarkedContentProps',
  'markPointProps',
  'paintFormXObjectBegin',
  'paintFormXObjectEnd',
  'beginAnnotation',
  'endAnnotation',
  'beginGroup',
  'endGroup',
  'beginCompat',
  'endCompat',
  'endPath',
])

function marksOf(operators: number[], operands: unknown[][], isVisible: VisibilityTest) {
  const content: string[] = []
  const annotations = new Map<number, Drawing>()
  const unnumbered: Drawing[] = []
  const forms: Drawing[] = []
  const states: DrawingState[] = []
  let state: DrawingState = { matrix: IDENTITY, hidden: 0 }
  const contentMarks: boolean[] = []
  let annotation: Drawing | null = null
  let formDepth = 0
  const save = () => states.push({ ...state })
  const restore = () => {
    state = { ...(states.pop() ?? state), hidden: state.hidden }
  }
  const move = (matrix: unknown) => {
    if (isMatrix(matrix)) state.matrix = multiply(state.matrix, [...matrix] as Matrix)
  }
  for (const [index, code] of operators.entries()) {
    const name = NAMES.get(code) ?? String(code)
    const args = operands[index] ?? []
    if (name === 'save') save()
    else if (name === 'restore') restore()
    else if (name === 'transform') move(args)
    else if (name === 'paintFormXObjectBegin') {
      if (formDepth++ === 0 && !annotation) forms.push({ marks: [], text: '' })
      save()
      move(args[0])
    } else if (name === 'paintFormXObjectEnd') {
      formDepth--
      restore()
    } else if (name === 'beginAnnotation') {
      save()
      state.matrix = IDENTITY
      move(args[2])
      move(args[3])
      annotation = { marks: [], text: '' }
      const number = Number.parseInt(String(args[0]), 10)
      if (number) annotations.set(number, annotation)
      else unnumbered.push(annotation)
    } else if (name === 'endAnnotation') {
      restore()
      annotation = null
    } else if (name === 'beginMarkedContent' || name === 'beginMarkedContentProps') {
      const isHiddenGroup = args[0] === 'OC' && args[1] != null && !isVisible(args[1] as never)
      contentMarks.push(isHiddenGroup)
      if (isHiddenGroup) state.hidden++
    } else if (name === 'endMarkedContent') {
      if (contentMarks.pop()) state.hidden--
    }
    if (MARKLESS_OPERATORS.has(name) || state.hidden) continue
    const mark = `${name} ${textOfValue(args)} ${PLACED_OPERATORS.test(name) ? rounded([...state.matrix]) : ''}`
    const drawing = annotation ?? (formDepth > 0 ? forms.at(-1) : undefined)
    drawing?.marks.push(mark)
    if (drawing) drawing.text += textIn(name, args)
    if (!annotation) content.push(mark)
  }
  return { content, forms, annotations, unnumbered }
}

/** Operators whose marks depend on the current transformation matrix. */
const PLACED_OPERATORS =
  /^(show|next|paint|fill|eoFill|stroke|closeStroke|constructPath|shading|rawFill|clip)/

const isMatrix = (value: unknown): value is number[] =>
  value != null && typeof value === 'object' && (value as number[]).length === 6

const rounded = (list: number[]) => list.map((number) => Math.round(number * 50) / 50).join(' ')

/** Generated names of fonts, pictures and patterns, which differ between documents. */
const GENERATED_NAME = /^(g_)?d\d+_|^(img|pattern|mask|inline)_|_p\d+_|^\d+R$/

function textOfValue(value: unknown, depth = 0): string {
  if (value === null || value === undefined || depth > 6) return '-'
  if (typeof value === 'number') return String(Math.round(value * 50) / 50)
  if (typeof value === 'string') return GENERATED_NAME.test(value) ? '@' : value
  if (typeof value === 'boolean') return String(value)
  if (ArrayBuffer.isView(value))
    return [...(value as unknown as number[])].map((one) => textOfValue(one, depth + 1)).join(' ')
  if (Array.isArray(value)) return `[${value.map((one) => textOfValue(one, depth + 1)).join(' ')}]`
  if (isGlyph(value)) return `${value.unicode}${Math.round(value.width)}`
  return '{}'
}

interface Glyph {
  unicode: string
  width: number
}

const isGlyph = (value: object): value is Glyph => 'unicode' in value && 'width' in value

/** The text of a text-showing operator; wide gaps between glyphs become spaces. */
function textIn(name: string, args: unknown[]): string {
  if (!name.startsWith('show') && !name.startsWith('next')) return ''
  const signs = args.flat(2) as unknown[]
  return signs.map((sign) => (typeof sign === 'object' && sign && isGlyph(sign) ? sign.unicode : '')).join('')
}
