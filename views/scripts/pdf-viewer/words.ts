import './missing.ts'
import {
  GlobalWorkerOptions,
  getDocument,
  type PDFDocumentProxy,
  type PDFPageProxy,
  TextLayer,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { Sheet } from './sheet.ts'

/**
 * The file itself, beside the pictures of its pages: its words, and pages as sharp as somebody wants them.
 * Nothing of it runs.
 */

/** Opens a PDF; throws where the browser cannot. */
export async function openWords(url: string): Promise<Words> {
  GlobalWorkerOptions.workerPort ??= new Worker(new URL('./pdf-worker.ts', import.meta.url), {
    type: 'module',
  })
  const pdf = await getDocument({
    url,
    cMapUrl: '/pdfjs/cmaps/',
    standardFontDataUrl: '/pdfjs/standard_fonts/',
    wasmUrl: '/pdfjs/wasm/',
    iccUrl: '/pdfjs/iccs/',
    // It would ask for a permission to compile that pages of ours do not give.
    useWasm: false,
    enableXfa: false,
    disableRange: true,
  }).promise
  return new Words(pdf)
}

/** CSS pixels a point, at 100 %. */
const PIXELS = 96 / 72
const MOST_PIXELS = 16_000_000

export class Words {
  readonly #pdf: PDFDocumentProxy
  readonly #pages = new Map<number, Promise<PDFPageProxy>>()

  constructor(pdf: PDFDocumentProxy) {
    this.#pdf = pdf
  }

  #page(number: number): Promise<PDFPageProxy> {
    const known = this.#pages.get(number) ?? this.#pdf.getPage(number)
    this.#pages.set(number, known)
    return known
  }

  /** The pieces of a page's text in the order in which they are laid over it. */
  async piecesOf(number: number): Promise<{ text: string; endsLine: boolean }[]> {
    const { items } = await (await this.#page(number)).getTextContent()
    return items.flatMap((item) => ('str' in item ? [{ text: item.str, endsLine: item.hasEOL }] : []))
  }

  /** Lays the words over a page, and where its picture is too coarse for that size the page itself. */
  async layOver(sheet: Sheet, scale: number, isCoarse: boolean): Promise<HTMLElement[]> {
    const page = await this.#page(sheet.number)
    const viewport = page.getViewport({ scale: scale * PIXELS })
    const words = document.createElement('div')
    words.className = 'textLayer'
    sheet.box.style.setProperty('--total-scale-factor', String(scale * PIXELS))
    const layer = new TextLayer({
      textContentSource: page.streamTextContent(),
      container: words,
      viewport,
    })
    sheet.over.replaceChildren(words)
    await Promise.all([layer.render(), isCoarse && drawUnder(sheet, page, viewport, words)])
    return layer.textDivs
  }
}

async function drawUnder(
  sheet: Sheet,
  page: PDFPageProxy,
  viewport: ReturnType<PDFPageProxy['getViewport']>,
  words: HTMLElement,
) {
  const sharp = Math.min(devicePixelRatio, Math.sqrt(MOST_PIXELS / (viewport.width * viewport.height)))
  const canvas = document.createElement('canvas')
  canvas.width = Math.floor(viewport.width * sharp)
  canvas.height = Math.floor(viewport.height * sharp)
  canvas.setAttribute('aria-hidden', 'true')
  const transform = sharp === 1 ? undefined : [sharp, 0, 0, sharp, 0, 0]
  await page.render({ canvas, viewport, transform }).promise
  // The size may have been changed meanwhile.
  if (words.isConnected) sheet.over.prepend(canvas)
}
