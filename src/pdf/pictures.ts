import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { MINUTE } from '#src/core/clock.ts'
import { limitConcurrency } from '#src/core/concurrency-limit.ts'
import { AppError, notFound } from '#src/core/errors.ts'
import { newId } from '#src/core/ids.ts'
import { runCapped } from '#src/jobs/capped-process.ts'
import { scriptFile } from '#src/jobs/script-file.ts'
import type { PageBox, PicturesAnswer, PicturesRequest } from './page-box.ts'
import { cachedPicture, picturesFolder, storePicture } from './picture-cache.ts'

export type { PageBox } from './page-box.ts'

/** A PDF by the SHA-256 of its bytes (hex); `read` is only called when a picture must be drawn. */
export interface PdfToDraw {
  sha256: string
  read: () => Promise<Uint8Array>
}

/** Picture widths in pixels: for lists, for phones and for reading. */
export const WIDTHS = [200, 700, 1000] as const
export type PictureWidth = (typeof WIDTHS)[number]

const script = () => scriptFile(import.meta.url, 'pictures-process')

/** Generous limits: a scanned page takes about 150 MB and a second. */
const LIMITS = { seconds: 30, heapMb: 384, dataMb: 1600, residentMb: 700 }

/** How many pages one process draws, because starting a process takes longer than drawing a page. */
const PAGES_PER_PROCESS: Record<PictureWidth, number> = { 200: 24, 700: 4, 1000: 4 }

type Pages = Omit<PicturesRequest, 'into'>

const NO_PAGE: Pages = { from: 1, to: 0, width: 0 }

/**
 * One page as WebP, `width` pixels wide, drawn or from the cache. Throws NOT_FOUND for a page that the file
 * does not have, PAGE_NOT_DRAWN if drawing exceeds the limits of memory and time, and TOO_MANY_REQUESTS if
 * too many requests wait.
 */
export async function pagePicture(file: PdfToDraw, page: number, width: PictureWidth): Promise<Uint8Array> {
  const name = `${page}-${width}.webp`
  const cached = await cachedPicture(file.sha256, name)
  if (cached) return cached
  const boxes = await cachedBoxes(file)
  if (boxes && !boxes[page - 1]) notFound()
  const firstPage = page - ((page - 1) % PAGES_PER_PROCESS[width])
  // A single page may exceed the limits for the whole batch, so each page is then tried alone.
  const answer =
    (await drawOnce(file, { from: firstPage, to: firstPage + PAGES_PER_PROCESS[width] - 1, width })) ??
    (await drawOnce(file, { from: page, to: page, width }))
  if (answer && !answer.boxes[page - 1]) notFound()
  return (await cachedPicture(file.sha256, name)) ?? notDrawn()
}

/**
 * The visible box and the rotation of every page, in order. Throws PAGE_NOT_DRAWN for a file that cannot be
 * read.
 */
export async function pageBoxes(file: PdfToDraw): Promise<PageBox[]> {
  return (await cachedBoxes(file)) ?? (await drawOnce(file, NO_PAGE))?.boxes ?? notDrawn()
}

const BOXES = 'boxes.json'

async function cachedBoxes({ sha256 }: PdfToDraw): Promise<PageBox[] | null> {
  const cached = await cachedPicture(sha256, BOXES)
  return cached && (JSON.parse(Buffer.from(cached).toString('utf8')) as PageBox[])
}

function notDrawn(): never {
  throw new AppError('PAGE_NOT_DRAWN')
}

const limitDrawing = limitConcurrency({ concurrency: 2, maxWaiting: 40 })

/** Drawings in progress; a concurrent request for the same pages waits for the first one. */
const drawings = new Map<string, Promise<PicturesAnswer | null>>()

/** Recent failures, which are not retried immediately. */
const failed = new LRUCache<string, true>({ max: 1000, ttl: 5 * MINUTE })

/** Draws into the cache; null if the process was stopped or could not read the file. */
async function drawOnce(file: PdfToDraw, pages: Pages): Promise<PicturesAnswer | null> {
  const key = [file.sha256, pages.from, pages.to, pages.width].join()
  if (failed.has(key)) return null
  const currentDrawing = drawings.get(key)
  if (currentDrawing) return currentDrawing
  const newDrawing = limitDrawing(() => draw(file, pages)).finally(() => drawings.delete(key))
  drawings.set(key, newDrawing)
  const answer = await newDrawing
  if (!answer) failed.set(key, true)
  return answer
}

async function draw(file: PdfToDraw, pages: Pages): Promise<PicturesAnswer | null> {
  const folder = join(picturesFolder(), `new-${newId()}`)
  await mkdir(folder, { mode: 0o700 })
  try {
    const request: PicturesRequest = { from: pages.from, to: pages.to, width: pages.width, into: folder }
    const { code, output } = await runCapped(script(), [JSON.stringify(request)], LIMITS, await file.read())
    if (code !== 0) return null
    const answer = JSON.parse(output) as PicturesAnswer
    await writeFile(join(folder, BOXES), JSON.stringify(answer.boxes))
    await storePicture(file.sha256, join(folder, BOXES), BOXES)
    for (const page of answer.drawn)
      await storePicture(file.sha256, join(folder, `${page}.webp`), `${page}-${pages.width}.webp`)
    return answer
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
