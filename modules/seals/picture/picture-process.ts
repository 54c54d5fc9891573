import { buffer } from 'node:stream/consumers'
import { createCanvas, ImageData, loadImage } from '@napi-rs/canvas'
import { type Pixels, writePng } from '#src/files/pictures/pixels.ts'
import { inkOf } from './ink.ts'

/** Exit code if the picture contains nothing. */
const EMPTY = 4
const UNREADABLE = 3

/** Pixels of the picture's longer side while the paper is removed. */
const WORKING = 1600

/**
 * A separate process for one uploaded picture, read from standard input. Prints it as a PNG in base64, with
 * transparent paper and without margins; the longer side has `longest` pixels.
 */
async function main() {
  const longest = Number(process.argv[2])
  const image = await loadImage(await buffer(process.stdin))
  const ink = inkOf(scaled(image, image, WORKING))
  if (!ink) process.exit(EMPTY)
  const sheet = createCanvas(ink.width, ink.height)
  sheet.getContext('2d').putImageData(new ImageData(ink.data, ink.width, ink.height), 0, 0)
  process.stdout.write(writePng(scaled(sheet, ink, longest, true)).toString('base64'))
}

type Drawable = Parameters<ReturnType<ReturnType<typeof createCanvas>['getContext']>['drawImage']>[0]

/** With `enlarge`, a smaller picture is scaled up. */
function scaled(image: Drawable, from: { width: number; height: number }, longest: number, enlarge = false) {
  const scale = longest / Math.max(from.width, from.height)
  const used = enlarge ? scale : Math.min(1, scale)
  const [width, height] = [from.width, from.height].map((side) => Math.max(1, Math.round(side * used)))
  const context = createCanvas(width!, height!).getContext('2d')
  context.drawImage(image, 0, 0, width!, height!)
  const { data } = context.getImageData(0, 0, width!, height!)
  return { width: width!, height: height!, data } satisfies Pixels
}

main().catch(() => process.exit(UNREADABLE))
