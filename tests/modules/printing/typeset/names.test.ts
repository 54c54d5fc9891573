import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import fontkit from '@pdf-lib/fontkit'
import fc from 'fast-check'
import { PDFDocument, type PDFFont } from 'pdf-lib'
import { expect, test } from 'vitest'
import { assemble } from '#assembly/assemble.ts'
import { characterName, unprintableIn } from '#assembly/characters/printable.ts'
import type { DocumentTree } from '#assembly/tree.ts'
import { sheetOf } from '#modules/printing/typeset/column-share.ts'
import { compose } from '#modules/printing/typeset/compose.ts'
import { place } from '#modules/printing/typeset/place.ts'
import type { PlacedLine } from '#modules/printing/typeset/rows.ts'
import { missingGlyphs, typeset } from '#modules/printing/typeset/typeset.ts'
import { cleanText } from '#src/core/text/clean-text.ts'
import { note } from '#tests/support/measured.ts'
import { anyName } from '#tests/support/names.ts'
import { type Picture, pdfPicture, pdfText } from '#tests/support/pdf-tools.ts'
import { sampleTree } from '#tests/support/random-tree.ts'
import { caseCount } from '#tests/support/runs.ts'
import { sampleSource } from '#tests/support/sample-source.ts'

const COUNT = caseCount(8, 1000)
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
/** Names with so many accents on the first page that the comparison must detect a missing one. */
const ACCENTED = [
  'Nguyễn Thị Ấn Ỷ Đặng Vũ Huỳnh',
  'Źrebięcki-Żółtowska Łęcki Świątek',
  'Žofie Štěpán Růžena Ťopka Ďurko',
]
const sampled = fc.sample(anyName, { numRuns: COUNT * 2, seed }).map(cleanText)
const names = [...new Set([...ACCENTED, ...sampled])].slice(0, COUNT)
const printable = names.filter((name) => unprintableIn(name).length === 0)

test(`of ${COUNT} names most can be printed, and each of the others is rejected at its field, with character and code point (seed ${seed})`, () => {
  expect(names).toHaveLength(COUNT)
  expect(printable.length).toBeGreaterThan(COUNT * 0.5)
  for (const name of names.filter((one) => !printable.includes(one))) {
    const source = sampleSource()
    source.answers.parties[1] = { ...source.answers.parties[1]!, name }
    const points = assemble(source).open.filter(({ problem }) => problem === 'unprintable')
    const detail = unprintableIn(name).map(characterName).join(', ')
    expect(points, name).toContainEqual(
      expect.objectContaining({ at: 'party:b.name', field: 'name', detail: { zh: detail, en: detail } }),
    )
  }
})

/** A document whose clauses are the names, one per line. */
function listOf(list: string[]): DocumentTree {
  const tree = sampleTree({ bilingual: false })
  const [article] = tree.articles
  const clauses = list.map((name, index) => ({
    ...article!.clauses[0]!,
    id: `n-${index}`,
    number: `${index + 1}`,
    kept: true,
    items: [],
    text: { zh: [{ kind: 'text' as const, text: name }], en: [] },
  }))
  return { ...tree, parties: [], recitals: [], signatures: [], articles: [{ ...article!, clauses }] }
}

test(`each of them is printed as the fonts draw it, letter by letter (seed ${seed})`, async () => {
  const tree = listOf(printable)
  expect(missingGlyphs(tree)).toEqual([])
  const { bytes } = await typeset(tree, { createdAt: new Date('2026-11-21T02:00:00Z') })
  const lines = (await pdfText(bytes)).split('\n').map((line) => line.trim())
  const unprinted = printable.filter((name, index) => !lines.includes(`${index + 1} ${name}`))
  expect(unprinted, `seed ${seed}`).toEqual([])
  const sheet = sheetOf(tree)
  const context = { sheet, script: tree.languages.script, missing: new Set<string>() }
  const pages = place(compose(context, tree), sheet)
  // A last page repeats the first page without accents, and the comparison must find that they differ.
  const reference = await drawnByOthers([...pages.map(({ marks }) => marks), bared(pages[0]!.marks)])
  const [first, other] = await Promise.all([
    pdfPicture(bytes, 1, 72 * SCALE),
    pdfPicture(reference, pages.length + 1, 72 * SCALE),
  ])
  const accented = lettersOn(pages[0]!.marks).filter(({ character }) => bareOf(character) !== character)
  expect(accented.length).toBeGreaterThan(20)
  const missed = accented.filter(({ box }) => compared(first, other, box).wrong < MAX_DIFFERENCES)
  expect(missed.map(({ character }) => character)).toEqual([])
  let letters = 0
  for (const [index, { marks }] of pages.entries()) {
    const [ours, theirs] = await Promise.all([
      pdfPicture(bytes, index + 1, 72 * SCALE),
      pdfPicture(reference, index + 1, 72 * SCALE),
    ])
    for (const mark of marks) {
      if (mark.kind !== 'text') continue
      mark.part.line.glyphs.forEach((letter, at) => {
        if (letter.kind === 'space' || letter.width === 0 || !letter.face.name.endsWith('Regular')) return
        const { ink, wrong } = compared(ours, theirs, boxOf(mark.part, mark.y, at))
        const line = mark.part.line.glyphs.map(({ character }) => character).join('')
        const letterName = `${letter.character} (U+${letter.character.codePointAt(0)!.toString(16)}) of ${line}, seed ${seed}`
        expect(ink, letterName).toBeGreaterThan(2)
        expect(wrong, letterName).toBeLessThan(MAX_DIFFERENCES)
        letters++
      })
    }
  }
  expect(letters).toBeGreaterThan(printable.length * 4)
  note(
    'names compared with the fonts’ own drawing',
    `${printable.length} right, ${names.length - printable.length} refused at the field (seed ${seed})`,
  )
}, 3_600_000)

type Marks = { kind: string; part?: PlacedLine; y: number }[]

const bareOf = (character: string) => character.normalize('NFD').replace(/\p{M}/gu, '')

const bared = (marks: Marks): Marks =>
  marks.map(({ part, ...mark }) => {
    if (!part) return mark
    const glyphs = part.line.glyphs.map((letter) => ({ ...letter, character: bareOf(letter.character) }))
    return { ...mark, part: { ...part, line: { ...part.line, glyphs } } }
  })

const lettersOn = (marks: Marks) =>
  marks.flatMap(({ part, y }) =>
    (part?.line.glyphs ?? []).map(({ character }, at) => ({ character, box: boxOf(part!, y, at) })),
  )

const require = createRequire(import.meta.url)

/** The original file of a face, such as NotoSerifSC-Regular. */
function fileOf(face: string): string {
  const [family = '', weight] = face.split('-')
  const folder = weight === 'Regular' ? '400Regular' : '600SemiBold'
  const pack = family.replace(/(?<=[a-z])(?=[A-Z\d])/g, '-').toLowerCase()
  return require.resolve(`@expo-google-fonts/${pack}/${folder}/${family}_${folder}.ttf`)
}

/** The same letters at the same positions, drawn one by one from the whole fonts by another library. */
async function drawnByOthers(pages: Marks[]): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  pdf.registerFontkit(fontkit)
  const fonts = new Map<string, PDFFont>()
  for (const marks of pages) {
    const page = pdf.addPage([595.28, 841.89])
    for (const { part, y } of marks) {
      for (const [at, letter] of (part?.line.glyphs ?? []).entries()) {
        const { name } = letter.face
        // Headings contain no names, and embedding their font would take as long again.
        if (!name.endsWith('Regular')) continue
        const font = fonts.get(name) ?? (await pdf.embedFont(readFileSync(fileOf(name)), { subset: false }))
        fonts.set(name, font)
        page.drawText(letter.character, {
          x: part!.x + part!.line.positions[at]! * part!.size,
          y,
          size: part!.size,
          font,
        })
      }
    }
  }
  return pdf.save()
}

/** Pixels per point; enough to distinguish a dot from an accent. */
const SCALE = 4

/** The number of differing pixels that is tolerated per letter. The smallest accent has about ten. */
const MAX_DIFFERENCES = 6

interface Box {
  x: number
  y: number
  width: number
  height: number
}

function boxOf({ line, x, size }: PlacedLine, y: number, at: number): Box {
  const { width } = line.glyphs[at]!
  return { x: x + line.positions[at]! * size, y: y - 0.3 * size, width: width * size, height: 1.35 * size }
}

/**
 * The number of pixels of a box with ink in either picture, and the number of those without ink nearby in
 * the other picture, because a letter may be a fraction of a pixel apart.
 */
function compared(ours: Picture, theirs: Picture, { x, y, width, height }: Box) {
  let ink = 0
  let differenceCount = 0
  const left = Math.floor(x * SCALE)
  const right = Math.ceil((x + width) * SCALE)
  const top = Math.floor(ours.height - (y + height) * SCALE)
  const foot = Math.ceil(ours.height - y * SCALE)
  for (let row = top; row <= foot; row++)
    for (let column = left; column <= right; column++)
      for (const [one, other] of [
        [ours, theirs],
        [theirs, ours],
      ] as const) {
        if (greyAt(one, row, column) > 140) continue
        ink++
        if (!NEAR.some(([down, along]) => greyAt(other, row + down, column + along) < 200)) differenceCount++
      }
  return { ink, wrong: differenceCount }
}

const NEAR = [-1, 0, 1].flatMap((down) => [-1, 0, 1].map((along) => [down, along] as const))

const greyAt = ({ grey, width }: Picture, row: number, column: number) => grey[row * width + column] ?? 255
