import { type IRunOptions, TextRun } from 'docx'
import type { Side } from '#assembly/answers.ts'
import { withoutForbiddenXml } from '#src/core/text/xml-text.ts'
import type { Script } from '#src/pdf/fonts/faces.ts'
import { type NameScript, nameScriptOf } from '#src/pdf/fonts/scripts.ts'

interface RunStyle extends Pick<IRunOptions, 'size' | 'color'> {
  /**
   * Whether the text is a heading: Chinese headings use another face, because Song has no good bold; English
   * headings are bold.
   */
  heading?: boolean
}

/** Fonts that every Office installation has; Word needs an East Asian and a Latin one. */
export function fontFor(script: Script, side?: Side) {
  return {
    ...latin('Times New Roman'),
    eastAsia: script === 'Hant' ? 'PMingLiU' : 'SimSun',
    // Without this hint Word sets “ ” in the Latin font even on the Chinese side.
    ...(side === 'zh' && { hint: 'eastAsia' }),
  }
}

/** The face for headings of one side. */
export function headingFace(script: Script, side: Side) {
  if (side === 'en') return { font: fontFor(script, side), bold: true }
  const eastAsia = script === 'Hant' ? 'Microsoft JhengHei' : 'SimHei'
  return { font: { ...latin('Arial'), eastAsia, hint: 'eastAsia' }, bold: false }
}

const latin = (name: string) => ({ ascii: name, hAnsi: name, cs: name })

/** The run properties of a text on one side, and its proofing language. */
export function faceOf(side: Side, script: Script, { heading, ...otherStyle }: RunStyle = {}): IRunOptions {
  const face = heading ? headingFace(script, side) : { font: fontFor(script, side) }
  const language = side === 'zh' ? { eastAsia: script === 'Hant' ? 'zh-TW' : 'zh-CN' } : { value: 'en-GB' }
  return { ...face, language, ...otherStyle }
}

/** A text of one side as runs; line feeds become line breaks. */
export function runsOf(text: string, side: Side, script: Script, runStyle?: RunStyle): TextRun[] {
  const face = faceOf(side, script, runStyle)
  return text.split('\n').flatMap((line, index) =>
    piecesOf(line).map(
      ({ text: piece, own: script }, pieceIndex) =>
        new TextRun({
          text: withoutForbiddenXml(piece),
          ...face,
          ...(script && fontOfScript(script)),
          ...(index > 0 && pieceIndex === 0 && { break: 1 }),
        }),
    ),
  )
}

/** The fonts of Windows and Office for the scripts of names, and those that run from right to left. */
const SCRIPT_FONTS: Record<NameScript['family'], { name: string; rightToLeft?: true }> = {
  'noto-sans-kr': { name: 'Malgun Gothic' },
  'noto-sans-armenian': { name: 'Sylfaen' },
  'noto-sans-georgian': { name: 'Sylfaen' },
  'noto-sans-hebrew': { name: 'Times New Roman', rightToLeft: true },
  'noto-naskh-arabic': { name: 'Times New Roman', rightToLeft: true },
  'noto-sans-thai': { name: 'Leelawadee UI' },
  'noto-sans-devanagari': { name: 'Nirmala UI' },
  'noto-serif-tibetan': { name: 'Microsoft Himalaya' },
  'noto-sans-mongolian': { name: 'Mongolian Baiti' },
}

function fontOfScript({ family }: NameScript): IRunOptions {
  const { name, rightToLeft } = SCRIPT_FONTS[family]
  return { font: { ...latin(name), eastAsia: name }, ...(rightToLeft && { rightToLeft }) }
}

interface TextPiece {
  text: string
  own?: NameScript
}

/** Divides a line where the script changes; spaces stay with the words before them. */
function piecesOf(line: string): TextPiece[] {
  const pieces: TextPiece[] = []
  for (const character of line) {
    const script = nameScriptOf(character)
    const lastPiece = pieces.at(-1)
    const joins =
      lastPiece && (lastPiece.own === script || (lastPiece.own && /[ \p{M}\p{Cf}]/u.test(character)))
    if (joins) lastPiece.text += character
    else pieces.push({ text: character, ...(script && { own: script }) })
  }
  return pieces.length > 0 ? pieces : [{ text: '' }]
}
