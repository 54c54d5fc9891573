import { characterName, replaceUnprintable } from '#assembly/characters/printable.ts'
import { cubic, type Point, type Step } from '#src/pdf/drawing/path.ts'
import { type Face, facesFor } from '#src/pdf/fonts/faces.ts'
import { divideBetweenHands } from '#src/pdf/fonts/hands.ts'
import { hasShapedScript } from '#src/pdf/fonts/scripts.ts'
import { outlineOf, UNITS } from './typeset/fonts/font-glyphs.ts'
import { oneLine } from './typeset/lines/break.ts'
import { isApostrophe, measure } from './typeset/lines/measure.ts'

export interface TextOutline {
  steps: Step[]
  /** Advance width in em. */
  width: number
}

/** A line of text as outlines in units of one em, so that no font is needed. */
export function outlineText(text: string, weight: 400 | 600): TextOutline {
  if (hasShapedScript(text)) return outlineShaped(replaceUnprintable(text), weight)
  const steps: Step[] = []
  let width = 0
  const printable = replaceUnprintable(text).replace(/[\t\n]/g, ' ')
  let index = 0
  for (const character of printable) {
    const drawnCharacter = drawCharacter(character, weight, isApostrophe(printable, index))
    index += character.length
    steps.push(...drawnCharacter.steps.map((step) => shiftStep(step, width)))
    width += drawnCharacter.width
  }
  return { steps, width }
}

/** A name in the handwriting faces of `inHands`; null if these lack one of its characters. */
export function outlineByHand(name: string): TextOutline | null {
  const runs = divideBetweenHands(name)
  if (!runs) return null
  const steps: Step[] = []
  let width = 0
  for (const { text, hand: isByHand } of runs) {
    const layout = isByHand.layout(text)
    for (const outline of layout.outlines)
      steps.push(
        ...stepsOf(outline.steps).map(({ command, points }) => ({
          command,
          points: points.map(
            ([x, y]): Point => [
              (x + outline.x) * isByHand.enlarged + width,
              (y + outline.y) * isByHand.enlarged,
            ],
          ),
        })),
      )
    width += layout.width * isByHand.enlarged
  }
  return { steps, width }
}

/** A text whose letters change their shape with their neighbours, set by the typesetter. */
function outlineShaped(text: string, weight: 400 | 600): TextOutline {
  const { glyphs, positions, width } = oneLine(
    measure(text, { side: 'en', script: 'Hans', weight }, new Set()),
  )
  const steps = glyphs.flatMap((glyph, index) =>
    stepsOf(outlineOf(glyph)).map((step) => shiftStep(step, positions[index]!)),
  )
  return { steps, width }
}

const shiftStep = ({ command, points }: Step, distance: number): Step => ({
  command,
  points: points.map(([x, y]) => [x + distance, y]),
})

function drawCharacter(character: string, weight: 400 | 600, isNarrow: boolean): TextOutline {
  for (const openFace of facesFor(character, 'Hans', weight)) {
    const face = openFace()
    const glyph = face.glyph(character, isNarrow)
    if (glyph !== 0) return { steps: stepsOf(face.outline(glyph)), width: face.advance(glyph) }
  }
  throw new Error(`No face has ${characterName(character)}`)
}

/** Converts outlines from font units (a thousand to the em) to em. */
function stepsOf(outlines: ReturnType<Face['outline']>): Step[] {
  let position: Point = [0, 0]
  return outlines.map((outline) => {
    const step = stepOf(outline, position)
    position = step.points.at(-1) ?? position
    return step
  })
}

function stepOf({ command, args }: ReturnType<Face['outline']>[number], pen: Point): Step {
  const points = pairs(args.map((unit) => unit / UNITS))
  switch (command) {
    case 'moveTo':
      return { command: 'move', points }
    case 'lineTo':
      return { command: 'line', points }
    case 'quadraticCurveTo':
      return cubic(pen, points[0]!, points[1]!)
    case 'bezierCurveTo':
      return { command: 'curve', points }
    default:
      return { command: 'close', points: [] }
  }
}

function pairs(numbers: number[]): Point[] {
  return numbers.flatMap((x, index) => (index % 2 === 0 ? [[x, numbers[index + 1]!] satisfies Point] : []))
}
