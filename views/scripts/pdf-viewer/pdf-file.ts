import './polyfills.ts'
import {
  GlobalWorkerOptions,
  getDocument,
  type PDFDocumentProxy,
  type PDFPageProxy,
  TextLayer,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
import { MARKER } from '../requests/call.ts'
import type { Sheet } from './sheet.ts'

/**
 * The PDF file, opened by PDF.js in addition to the images of its pages. Provides the text layer, and pages
 * in any resolution. Scripts in the file do not run.
 */

/** Opens a PDF; throws if the browser cannot. */
export async function openPdf(url: string): Promise<PdfFile> {
  GlobalWorkerOptions.workerPort ??= new Worker(new URL('./pdf-worker.ts', import.meta.url), {
    type: 'module',
  })
  const pdf = await getDocument({
    url,
    httpHeaders: MARKER,
    cMapUrl: '/pdfjs/cmaps/',
    standardFontDataUrl: '/pdfjs/standard_fonts/',
    wasmUrl: '/pdfjs/wasm/',
    iccUrl: '/pdfjs/iccs/',
    // WebAssembly would need a permission to compile, which our content security policy does not grant.
    useWasm: false,
    enableXfa: false,
    disableRange: true,
  }).promise
  return new PdfFile(pdf)
}

/** CSS pixels per point, at 100 %. */
const PIXELS = 96 / 72
const MAX_PIXELS = 16_000_000

export class PdfFile {
  readonly #pdf: PDFDocumentProxy
  readonly #pages = new Map<number, Promise<PDFPageProxy>>()

  constructor(pdf: PDFDocumentProxy) {
    this.#pdf = pdf
  }

  #page(number: number): Promise<PDFPageProxy> {
    const pagePromise = this.#pages.get(number) ?? this.#pdf.getPage(number)
    this.#pages.set(number, pagePromise)
    return pagePromise
  }

  /** The text pieces of a page in the order of its text layer. */
  async piecesOf(number: number): Promise<{ text: string; endsLine: boolean }[]> {
    const { items } = await (await this.#page(number)).getTextContent()
    return items.flatMap((item) => ('str' in item ? [{ text: item.str, endsLine: item.hasEOL }] : []))
  }

  /** Renders the text layer over a page, and the page itself if its image is too coarse for the scale. */
  async addText(sheet: Sheet, scale: number, isCoarse: boolean): Promise<HTMLElement[]> {
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
  const pixelRatio = Math.min(devicePixelRatio, Math.sqrt(MAX_PIXELS / (viewport.width * viewport.height)))
  const canvas = document.createElement('canvas')
  canvas.width = Math.floor(viewport.width * pixelRatio)
  canvas.height = Math.floor(viewport.height * pixelRatio)
  canvas.setAttribute('aria-hidden', 'true')
  const transform = pixelRatio === 1 ? undefined : [pixelRatio, 0, 0, pixelRatio, 0, 0]
  await page.render({ canvas, viewport, transform }).promise
  // The scale may have changed in the meantime.
  if (words.isConnected) sheet.over.prepend(canvas)
}
