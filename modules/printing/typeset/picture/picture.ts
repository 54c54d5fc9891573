import type { DocumentTree } from '#assembly/tree.ts'
import type { Step } from '#src/pdf/fonts/faces.ts'
import { points } from '../draw.ts'
import type { Letter } from '../fonts/letters.ts'
import type { Ink } from '../ink.ts'
import { inkOf, type PlacedMark } from '../place.ts'
import type { PlacedLine } from '../rows.ts'
import { layOut } from '../typeset.ts'

/** The first page of a document as it is printed, as SVG: letters are drawn, so that it needs no font. */
export function pictureOf(tree: DocumentTree): string {
  const { context, pages } = layOut(tree)
  const { width, height } = context.sheet
  const glyphs = new Map<Letter, string>()
  const drawn = pages[0]!.marks.map((mark) => draw(mark, height, glyphs)).join('')
  const shapes = [...glyphs].map(([letter, id]) => `<path id="${id}" d="${outlineOf(letter)}"/>`).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><defs>${shapes}</defs><path fill="#fff" d="M0 0h${width}v${height}H0z"/>${drawn}</svg>`
}

function draw(mark: PlacedMark, height: number, glyphs: Map<Letter, string>): string {
  const y = points(height - mark.y)
  if (mark.kind === 'rule')
    return `<path stroke="${colour(mark.ink)}" stroke-width=".5" d="M${points(mark.x)} ${y}h${points(mark.width)}"/>`
  const { part } = mark
  const scale = part.size / UNITS
  return `<g fill="${colour(inkOf(part))}" transform="translate(${points(part.x)} ${y})scale(${scale} -${scale})">${lettersOf(part, glyphs)}</g>`
}

/** How many units of a drawing an em has, in all our faces. */
const UNITS = 1000

function lettersOf({ line: { letters, at } }: PlacedLine, glyphs: Map<Letter, string>): string {
  return letters
    .map((letter, index) => {
      const id = glyphs.get(letter) ?? `g${glyphs.size.toString(36)}`
      glyphs.set(letter, id)
      return `<use href="#${id}" x="${Math.round(at[index]! * UNITS)}"/>`
    })
    .join('')
}

const COMMANDS: Record<string, string> = { moveTo: 'M', lineTo: 'L', quadraticCurveTo: 'Q', closePath: 'Z' }

const outlineOf = ({ face, id }: Letter): string => face.outline(id).map(written).join('')

const written = ({ command, args }: Step): string => COMMANDS[command]! + args.map(Math.round).join(' ')

const colour = (ink: Ink): string => {
  const channels = typeof ink === 'number' ? [ink, ink, ink] : ink
  return `#${channels
    .map((one) =>
      Math.round(one * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}
