import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist'
import type { PageBox, PicturesAnswer, PicturesRequest } from './page-box.ts'

/** The exit code that blames the file, not the process. */
const UNREADABLE = 3

/** The maximum number of pixels of a picture; a very long page is drawn at a smaller scale. */
const MAX_PIXELS = 8_000_000
/** Phones have slower connections and finer screens, so a lower quality is enough for narrow pictures. */
const qualityFor = (width: number) => (width > 700 ? 60 : 50)

const { resolve } = createRequire(import.meta.url)
const folderOf = (name: string) => dirname(resolve(`${name}/package.json`))

/** Only our own fonts and none of the system's, so that every machine draws the same picture. */
const FACES = [
  ['sans-serif', 'noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf'],
  ['monospace', 'noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf'],
  ['serif', 'noto-serif-sc/400Regular/NotoSerifSC_400Regular.ttf'],
  ['Noto Serif TC', 'noto-serif-tc/400Regular/NotoSerifTC_400Regular.ttf'],
  ['Noto Serif JP', 'noto-serif-jp/400Regular/NotoSerifJP_400Regular.ttf'],
] as const

async function openCanvas() {
  process.env.DISABLE_SYSTEM_FONTS_LOAD = '1'
  const canvas = await import('@napi-rs/canvas')
  for (const [family, path] of FACES) {
    const [name = '', ...rest] = path.split('/')
    canvas.GlobalFonts.registerFromPath(join(folderOf(`@expo-google-fonts/${name}`), ...rest), family)
  }
  return canvas
}

async function openPdf(bytes: Uint8Array): Promise<PDFDocumentProxy> {
  const { getDocument, VerbosityLevel } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const dataFolder = (name: string) => `${join(folderOf('pdfjs-dist'), name)}/`
  return getDocument({
    data: bytes,
    cMapUrl: dataFolder('cmaps'),
    standardFontDataUrl: dataFolder('standard_fonts'),
    wasmUrl: dataFolder('wasm'),
    iccUrl: dataFolder('iccs'),
    enableXfa: false,
    verbosity: VerbosityLevel.ERRORS,
  }).promise
}

function boxOf({ pageNumber, view, rotate }: PDFPageProxy): PageBox {
  const [left = 0, bottom = 0, right = 0, top = 0] = view
  return {
    page: pageNumber,
    x: left,
    y: bottom,
    width: right - left,
    height: top - bottom,
    rotate: rotate as PageBox['rotate'],
  }
}

type Canvas = Awaited<ReturnType<typeof openCanvas>>

async function draw({ createCanvas }: Canvas, page: PDFPageProxy, width: number): Promise<Uint8Array> {
  const unscaled = page.getViewport({ scale: 1 })
  const scale = Math.min(width / unscaled.width, Math.sqrt(MAX_PIXELS / (unscaled.width * unscaled.height)))
  const viewport = page.getViewport({ scale })
  const size = [viewport.width, viewport.height].map((pixels) => Math.max(1, Math.round(pixels)))
  const canvas = createCanvas(size[0]!, size[1]!)
  // pdf.js also accepts this context of a canvas, but its types allow only a browser's.
  const canvasContext = canvas.getContext('2d') as unknown as CanvasRenderingContext2D
  await page.render({ canvasContext, canvas: null, viewport }).promise
  return canvas.encode('webp', qualityFor(width))
}

/**
 * Runs as a separate process for one file, which it reads from standard input. Draws pages as WebP, and
 * prints one line of JSON with the boxes of all pages. The pictures are written to a folder, or else are
 * part of the JSON.
 */
async function main() {
  const { from, to, width, into } = JSON.parse(process.argv[2]!) as PicturesRequest
  const drawsPictures = from <= to
  const canvas = drawsPictures ? await openCanvas() : null
  const pdf = await openPdf(new Uint8Array(await buffer(process.stdin)))
  const answer: PicturesAnswer = { boxes: [], drawn: [], pictures: [] }
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number)
    answer.boxes.push(boxOf(page))
    if (!canvas || number < from || number > to) continue
    const picture = await draw(canvas, page, width)
    if (into) await writeFile(join(into, `${number}.webp`), picture)
    else answer.pictures.push(Buffer.from(picture).toString('base64'))
    answer.drawn.push(number)
    page.cleanup()
  }
  process.stdout.write(JSON.stringify(answer))
}

main().catch(() => process.exit(UNREADABLE))
