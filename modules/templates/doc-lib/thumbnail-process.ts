import { buffer } from 'node:stream/consumers'
import { createCanvas, loadImage } from '@napi-rs/canvas'

const QUALITY = 60

/**
 * A separate process, so that the server need not load the canvas library. Draws the SVG from standard input
 * on white paper, `width` × `height` pixels, and prints it as WebP in base64.
 */
async function main() {
  const [width = 0, height = 0] = process.argv.slice(2).map(Number)
  const picture = await loadImage(await buffer(process.stdin))
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.drawImage(picture, 0, 0, width, height)
  process.stdout.write((await canvas.encode('webp', QUALITY)).toString('base64'))
}

main().catch(() => process.exit(1))
