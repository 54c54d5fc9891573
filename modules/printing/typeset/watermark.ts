import type { Side } from '#assembly/answers.ts'
import type { Step } from '#src/pdf/fonts/faces.ts'
import type { Watermark } from '../watermark.ts'
import { WATERMARK } from './colour.ts'
import { setLine, type TypesetContext } from './context.ts'
import { points } from './draw.ts'

/** Maximum type size of the primary and of the other language, and the distance between both, in points. */
const SIZES = {
  large: { first: 104, second: 46, apart: 78 },
  small: { first: 30, second: 18, apart: 27 },
}

/**
 * The drawing of a watermark, centred on the page and rising to the right. Drawn as outlines, so that its
 * text does not mix with the contract in searches and copies.
 */
export function drawWatermark(context: TypesetContext, words: Watermark): string {
  const { sheet } = context
  const sides = sheet.columns.map(({ side }) => side).filter((side) => words[side])
  const angle = Math.atan2(sheet.height, sheet.width) * 0.82
  const turn = [Math.cos(angle), Math.sin(angle), -Math.sin(angle), Math.cos(angle)].map(points).join(' ')
  const { first, second, apart } = SIZES[words.size]
  const top = sides.length > 1 ? first * 0.2 : first * -0.3
  const lines = sides.map((side, index) =>
    outlines(context, words[side], side, index === 0 ? first : second, top - index * apart),
  )
  return `q ${turn} ${points(sheet.width / 2)} ${points(sheet.height / 2)} cm ${WATERMARK} g\n${lines.join('\n')} Q`
}

function outlines(context: TypesetContext, text: string, side: Side, maxSize: number, y: number): string {
  const line = setLine(context, text, side, 600)
  const size = Math.min(maxSize, 620 / line.width)
  const scale = size / 1000
  const glyphs = line.glyphs.map(({ face, id }, index) => {
    const x = (line.positions[index]! - line.width / 2) * size
    return `q ${points(scale)} 0 0 ${points(scale)} ${points(x)} ${points(y)} cm ${pathOf(face.outline(id))} Q`
  })
  return glyphs.join('\n')
}

/** TrueType outlines are quadratic curves; PDF has only cubic ones. */
function pathOf(steps: Step[]): string {
  let x = 0
  let y = 0
  const operators = steps.map(({ command, args }) => {
    const [ax = 0, ay = 0, bx = 0, by = 0] = args
    const fromX = x
    const fromY = y
    if (command === 'closePath') return 'h'
    ;[x, y] = command === 'quadraticCurveTo' ? [bx, by] : [ax, ay]
    if (command === 'moveTo') return `${points(x)} ${points(y)} m`
    if (command === 'lineTo') return `${points(x)} ${points(y)} l`
    const third = (from: number, control: number) => points(from + ((control - from) * 2) / 3)
    return `${third(fromX, ax)} ${third(fromY, ay)} ${third(bx, ax)} ${third(by, ay)} ${points(x)} ${points(y)} c`
  })
  return operators.length === 0 ? '' : `${operators.join(' ')} f`
}
