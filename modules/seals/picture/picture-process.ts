import { buffer } from 'node:stream/consumers'
import { createCanvas, ImageData, loadImage } from '@napi-rs/canvas'
import { type Pixels, writePng } from '#src/files/pictures/pixels.ts'
import { inkOf } from './ink.ts'

/** Exit code if the picture contains nothing. */
const EXIT_EMPTY = 4
const EXIT_UNREADABLE = 3

/** Pixels of the picture's longer side while the paper is removed. */
const WORKING_SIZE = 1600

/**
 * A separate process for one uploaded picture, read from standard input. Prints it as a PNG in base64, with
 * transparent paper and without margins; the longer side has `longest` pixels.
 */
async function main() {
  const longest = Number(process.argv[2])
  const image = await loadImage(await buffer(process.stdin))
  const ink = inkOf(scaled(image, image, WORKING_SIZE))
  if (!ink) process.exit(EXIT_EMPTY)
  const canvas = createCanvas(ink.width, ink.height)
  canvas.getContext('2d').putImageData(new ImageData(ink.data, ink.width, ink.height), 0, 0)
  process.stdout.write(writePng(scaled(canvas, ink, longest, true)).toString('base64'))
}

type Drawable = Parameters<ReturnType<ReturnType<typeof createCanvas>['getContext']>['drawImage']>[0]

/** With `enlarge`, a smaller picture is scaled up. */
function scaled(image: Drawable, size: { width: number; height: number }, longest: number, enlarge = false) {
  const scale = longest / Math.max(size.width, size.height)
  const factor = enlarge ? scale : Math.min(1, scale)
  const [width, height] = [size.width, size.height].map((side) => Math.max(1, Math.round(side * factor)))
  const context = createCanvas(width!, height!).getContext('2d')
  context.drawImage(image, 0, 0, width!, height!)
  const { data } = context.getImageData(0, 0, width!, height!)
  return { width: width!, height: height!, data } satisfies Pixels
}

main().catch(() => process.exit(EXIT_UNREADABLE))
