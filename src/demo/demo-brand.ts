import { saveBrand } from '#modules/brand/brand.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { writePng } from '#src/files/pictures/pixels.ts'

const COLOUR = '#1f6f6b'
const SIDE = 144

/** The trading company's logo, drawn by us: a lotus of five petals. */
export function seedBrand(db: Db, administrator: Viewer) {
  const logo = { png: writePng({ width: SIDE, height: SIDE, data: lotus() }), width: SIDE, height: SIDE }
  return saveBrand(db, administrator, { colour: COLOUR, in_documents: true, logo })
}

/**
 * The angle of each petal from the vertical, in radians; then the distance of a petal's middle from the
 * foot, and half its length and width.
 */
const PETALS = [-68, -34, 0, 34, 68].map((degrees) => (degrees * Math.PI) / 180)
const PETAL = { middle: 62, length: 50, width: 17 }
const FOOT = { x: SIDE / 2, y: SIDE - 22 }

function lotus(): Uint8ClampedArray {
  const data = new Uint8ClampedArray(SIDE * SIDE * 4).fill(255)
  for (let y = 0; y < SIDE; y++)
    for (let x = 0; x < SIDE; x++) {
      const covered = PETALS.filter((angle) => isInPetal(x - FOOT.x, FOOT.y - y, angle)).length
      // The paper is visible where petals overlap.
      if (covered % 2 === 1) data.set([0x1f, 0x6f, 0x6b, 255], (y * SIDE + x) * 4)
    }
  return data
}

function isInPetal(x: number, y: number, angle: number): boolean {
  const lengthwise = x * Math.sin(angle) + y * Math.cos(angle) - PETAL.middle
  const crosswise = x * Math.cos(angle) - y * Math.sin(angle)
  const share = lengthwise / PETAL.length
  return Math.abs(share) < 1 && Math.abs(crosswise) < PETAL.width * (1 - share * share)
}
