import type { PDFContext, PDFRef } from 'pdf-lib'
import { readPng } from '#src/files/pictures/pixels.ts'
import { addStream } from '../fonts/embed.ts'
import type { PlacedMark } from '../place.ts'
import type { Sheet } from '../styles.ts'

/** The logo's resource name on pages. */
export const LOGO = 'Logo'

/** In points. Fits between the header's text and the page edge, which printers leave empty. */
const MAX_SIZE = { width: 110, height: 20 }
const HEIGHT_ABOVE_HEADER = 12

/** A team's logo, a PNG that we made, at the left above the header's text, whose baseline is `y`. */
export function logoMark(png: Uint8Array, { full }: Sheet, y: number): PlacedMark {
  const { width, height } = readPng(png)
  const scale = Math.min(MAX_SIZE.width / width, MAX_SIZE.height / height)
  return { kind: 'logo', x: full.x, y: y + HEIGHT_ABOVE_HEADER, width: width * scale, height: height * scale }
}

/** Adds the logo's pixels to the file. They are opaque, because the logo is on white. */
export function addLogo(context: PDFContext, png: Uint8Array): PDFRef {
  const { width, height, data } = readPng(png)
  const colours = Buffer.alloc(width * height * 3)
  for (let pixel = 0; pixel < width * height; pixel++)
    colours.set(data.subarray(pixel * 4, pixel * 4 + 3), pixel * 3)
  return addStream(context, colours, {
    Type: 'XObject',
    Subtype: 'Image',
    Width: width,
    Height: height,
    ColorSpace: 'DeviceRGB',
    BitsPerComponent: 8,
  })
}
