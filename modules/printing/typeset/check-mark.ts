import { encode } from 'uqr'
import { BLACK, GREY } from './colour.ts'
import { setLine, type TypesetContext } from './context.ts'
import type { PlacedMark } from './place.ts'

/**
 * The number and check code of a document that is sent for signing, and the URL where they can be checked.
 */
export interface CheckMark {
  number: string
  /** As printed, for example ABCDE-FGHIJ. */
  code: string
  /** The URL in the QR code. */
  address: string
  /** Printed above number and code: the page where people can enter them. */
  place: string
}

/**
 * Side of the QR code in points, without its quiet zone; a URL of 100 characters then has modules of 0.4 mm.
 */
const SIDE = 44
/** The lower edge of the QR code, in points: between the text and the edge of the page. */
const BOTTOM = 22
const GAP = 6

/**
 * A QR code at the right end of every footer, and beside it the number and code for people without a camera.
 */
export function checkMarks({ sheet, ...context }: TypesetContext, check: CheckMark): PlacedMark[] {
  const right = sheet.full.x + sheet.full.width
  const { data } = encode(check.address, { ecc: 'M', border: 0 })
  const size = sheet.small - 0.5
  const lines = [check.place, `${check.number} · ${check.code}`]
  const texts = lines.map((text, index): PlacedMark => {
    const line = setLine({ sheet, ...context }, text, 'en')
    const x = right - SIDE - GAP - line.width * size
    return {
      kind: 'text',
      part: { line, x, size, colour: index === 0 ? GREY : BLACK },
      y: BOTTOM + 12 - index * (size + 3),
    }
  })
  return [...texts, { kind: 'squares', rows: data, x: right - SIDE, y: BOTTOM, side: SIDE }]
}
