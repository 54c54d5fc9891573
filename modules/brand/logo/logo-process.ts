import { buffer } from 'node:stream/consumers'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { writePng } from '#src/files/pictures/pixels.ts'
import { inkedPart } from './inked-part.ts'
import { SIZE } from './size.ts'

/** The exit code for an empty picture. */
const EMPTY_EXIT_CODE = 4
const UNREADABLE = 3

/** The pixels of the longer side when the margins are searched. */
const WORKING_SIZE = 1600

/**
 * The main function of a separate process for one uploaded logo: reads it from standard input and prints it
 * in base64 as PNG, on white, without margins, and no larger than a logo is shown.
 */
async function main() {
  const image = await loadImage(await buffer(process.stdin))
  const scale = Math.min(1, WORKING_SIZE / Math.max(image.width, image.height))
  const sheet = onWhite(image, { x: 0, y: 0, width: image.width, height: image.height }, scale)
  const inkedArea = inkedPart(sheet.getContext('2d').getImageData(0, 0, sheet.width, sheet.height))
  if (!inkedArea) process.exit(EMPTY_EXIT_CODE)
  const ratio = Math.min(1, SIZE.width / inkedArea.width, SIZE.height / inkedArea.height)
  const logo = onWhite(sheet, inkedArea, ratio)
  const { data } = logo.getContext('2d').getImageData(0, 0, logo.width, logo.height)
  process.stdout.write(writePng({ width: logo.width, height: logo.height, data }).toString('base64'))
}

type Drawable = Parameters<ReturnType<ReturnType<typeof createCanvas>['getContext']>['drawImage']>[0]

/**
 * Draws a part of a picture, scaled, on white, because neither mails nor paper can be relied on to support
 * transparency.
 */
function onWhite(
  picture: Drawable,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
  scale: number,
) {
  const [columns, rows] = [width, height].map((side) => Math.max(1, Math.round(side * scale)))
  const canvas = createCanvas(columns!, rows!)
  const context = canvas.getContext('2d')
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, columns!, rows!)
  context.drawImage(picture, x, y, width, height, 0, 0, columns!, rows!)
  return canvas
}

main().catch(() => process.exit(UNREADABLE))
