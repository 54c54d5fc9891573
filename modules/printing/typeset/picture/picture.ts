import type { DocumentTree } from '#assembly/tree.ts'
import type { Step } from '#src/pdf/fonts/faces.ts'
import type { Colour } from '../colour.ts'
import { points } from '../draw.ts'
import { type FontGlyph, outlineOf, UNITS } from '../fonts/font-glyphs.ts'
import { colourOf, type PlacedMark } from '../place.ts'
import type { PlacedLine } from '../rows.ts'
import { layOut } from '../typeset.ts'

/** The first page of a document as SVG. Glyphs are drawn as outlines, so that no font is needed. */
export function pictureOf(tree: DocumentTree): string {
  const { context, pages } = layOut(tree)
  const { width, height } = context.sheet
  const glyphs = new Map<FontGlyph, string>()
  const drawn = pages[0]!.marks.map((mark) => draw(mark, height, glyphs)).join('')
  const shapes = [...glyphs].map(([glyph, id]) => `<path id="${id}" d="${pathOf(glyph)}"/>`).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><defs>${shapes}</defs><path fill="#fff" d="M0 0h${width}v${height}H0z"/>${drawn}</svg>`
}

function draw(mark: PlacedMark, height: number, glyphs: Map<FontGlyph, string>): string {
  const y = points(height - mark.y)
  if (mark.kind === 'rule')
    return `<path stroke="${cssColour(mark.colour)}" stroke-width=".5" d="M${points(mark.x)} ${y}h${points(mark.width)}"/>`
  // The picture shows a draft, which has no QR code, and omits the logo.
  if (mark.kind === 'squares' || mark.kind === 'logo') return ''
  const { part } = mark
  const scale = part.size / UNITS
  return `<g fill="${cssColour(colourOf(part))}" transform="translate(${points(part.x)} ${y})scale(${scale} -${scale})">${drawGlyphs(part, glyphs)}</g>`
}

function drawGlyphs(
  { line: { glyphs: lineGlyphs, positions } }: PlacedLine,
  glyphs: Map<FontGlyph, string>,
): string {
  return lineGlyphs
    .map((glyph, index) => {
      const id = glyphs.get(glyph) ?? `g${glyphs.size.toString(36)}`
      glyphs.set(glyph, id)
      return `<use href="#${id}" x="${Math.round(positions[index]! * UNITS)}"/>`
    })
    .join('')
}

const COMMANDS: Record<string, string> = { moveTo: 'M', lineTo: 'L', quadraticCurveTo: 'Q', closePath: 'Z' }

const pathOf = (glyph: FontGlyph): string => outlineOf(glyph).map(pathCommand).join('')

const pathCommand = ({ command, args }: Step): string => COMMANDS[command]! + args.map(Math.round).join(' ')

const cssColour = (colour: Colour): string => {
  const channels = typeof colour === 'number' ? [colour, colour, colour] : colour
  return `#${channels
    .map((one) =>
      Math.round(one * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}
