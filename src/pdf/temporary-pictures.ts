import { limitConcurrency } from '#src/core/concurrency-limit.ts'
import { runCapped } from '#src/jobs/capped-process.ts'
import { scriptFile } from '#src/jobs/script-file.ts'
import type { PageBox, PicturesAnswer, PicturesRequest } from './page-box.ts'

/** A page as a reader shows it. */
export interface DrawnPage {
  box: PageBox
  webp: Uint8Array
}

const script = () => scriptFile(import.meta.url, 'pictures-process')

/** Tight limits, because a user waits for the answer; a page that takes longer is not shown. */
const LIMITS = { seconds: 8, heapMb: 384, dataMb: 1600, residentMb: 700 }

const limitDrawing = limitConcurrency({ concurrency: 1, maxWaiting: 20 })

/**
 * Draws pages (counted from 1, `width` pixels wide) of a file that is not stored, without writing to disk.
 * Returns fewer pages if one exceeds the limits of memory and time.
 */
export async function drawTemporaryPages(
  bytes: Uint8Array,
  pages: number[],
  width: number,
): Promise<DrawnPage[]> {
  const drawn: DrawnPage[] = []
  for (const [from, to] of runsOf(pages))
    drawn.push(...(await limitDrawing(() => drawRun(bytes, { from, to, width }))))
  return drawn
}

/** Groups consecutive pages, which one process draws. */
function runsOf(pages: number[]): [from: number, to: number][] {
  const runs: [number, number][] = []
  for (const page of [...new Set(pages)].sort((a, b) => a - b)) {
    const lastRun = runs.at(-1)
    if (lastRun && lastRun[1] === page - 1) lastRun[1] = page
    else runs.push([page, page])
  }
  return runs
}

async function drawRun(bytes: Uint8Array, request: PicturesRequest): Promise<DrawnPage[]> {
  const { code, output } = await runCapped(script(), [JSON.stringify(request)], LIMITS, bytes)
  if (code !== 0) return []
  const { boxes, drawn, pictures } = JSON.parse(output) as PicturesAnswer
  return drawn.map((page, index) => ({
    box: boxes[page - 1]!,
    webp: Buffer.from(pictures[index]!, 'base64'),
  }))
}
