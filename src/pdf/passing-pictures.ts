import { limitConcurrency } from '#src/core/concurrency-limit.ts'
import { runCapped } from '#src/jobs/capped-process.ts'
import { scriptFile } from '#src/jobs/script-file.ts'
import type { PageBox, PicturesAnswer, PicturesWish } from './page-box.ts'

/** A page as a reader shows it. */
export interface DrawnPage {
  box: PageBox
  webp: Uint8Array
}

const script = () => scriptFile(import.meta.url, 'pictures-process')

/** Somebody waits for the answer: what takes longer is not shown. */
const CAP = { seconds: 8, heapMb: 384, dataMb: 1600, residentMb: 700 }

const drawing = limitConcurrency({ atOnce: 1, waitingAtMost: 20 })

/**
 * Pages of a file that is not kept, counted from 1, `width` pixels wide; nothing of them is written to disk.
 * Fewer than asked for where one cannot be drawn within the limits of memory and time.
 */
export async function drawPassingPages(
  bytes: Uint8Array,
  pages: number[],
  width: number,
): Promise<DrawnPage[]> {
  const drawn: DrawnPage[] = []
  for (const [from, to] of runsOf(pages))
    drawn.push(...(await drawing(() => drawRun(bytes, { from, to, width }))))
  return drawn
}

/** Pages that follow each other are drawn by one process. */
function runsOf(pages: number[]): [from: number, to: number][] {
  const runs: [number, number][] = []
  for (const page of [...new Set(pages)].sort((a, b) => a - b)) {
    const last = runs.at(-1)
    if (last && last[1] === page - 1) last[1] = page
    else runs.push([page, page])
  }
  return runs
}

async function drawRun(bytes: Uint8Array, wish: PicturesWish): Promise<DrawnPage[]> {
  const { code, output } = await runCapped(script(), [JSON.stringify(wish)], CAP, bytes)
  if (code !== 0) return []
  const { boxes, drawn, pictures } = JSON.parse(output) as PicturesAnswer
  return drawn.map((page, index) => ({
    box: boxes[page - 1]!,
    webp: Buffer.from(pictures[index]!, 'base64'),
  }))
}
