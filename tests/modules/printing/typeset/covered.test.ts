import { expect, test } from 'vitest'
import { COVERED } from '#assembly/characters/covered.ts'
import { isPrintable } from '#assembly/characters/printable.ts'
import { fontGlyphsOf } from '#modules/printing/typeset/fonts/font-glyphs.ts'
import { cleanText } from '#src/core/text/clean-text.ts'
import { facesOf, nameFaces } from '#src/pdf/fonts/faces.ts'
import { nameScriptOf } from '#src/pdf/fonts/scripts.ts'

/** The characters of every face. The languages differ only in the form of some punctuation. */
function covered(): number[] {
  const faces = facesOf('Hans', 400).map((open) => open())
  const names = nameFaces()
    .flatMap((face) => face.characters())
    .filter((code) => nameScriptOf(String.fromCodePoint(code)))
  const candidates = new Set([
    ...faces.flatMap((face) => face.characters()),
    ...names,
    ...[...'☐☑☒'].map(codeOf),
  ])
  const voices = ([400, 600] as const).map((weight) => fontGlyphsOf({ side: 'zh', script: 'Hans', weight }))
  return [...candidates]
    .filter((code) => {
      const character = String.fromCodePoint(code)
      if (/[\p{C}]/u.test(character) || cleanText(character) !== character) return false
      return voices.every((find) => find(code) !== undefined)
    })
    .sort((a, b) => a - b)
}

const codeOf = (character: string) => character.codePointAt(0)!

/** Gap and length of each run in base 36; the length of a run of one is left out. */
function packed(codes: number[]): string {
  const runs: string[] = []
  let next = 0
  for (let codeIndex = 0; codeIndex < codes.length; ) {
    const firstCode = codes[codeIndex]!
    let past = firstCode
    while (codes[codeIndex] === past) [codeIndex, past] = [codeIndex + 1, past + 1]
    runs.push(
      (firstCode - next).toString(36) + (past - firstCode > 1 ? `+${(past - firstCode).toString(36)}` : ''),
    )
    next = past
  }
  return runs.join(' ')
}

test('the table of printable characters matches the fonts', () => {
  // After a change of the fonts the new value must be copied into the table.
  expect(COVERED).toBe(packed(covered()))
})

test('common personal names can be printed', () => {
  for (const character of 'ŠŽĆČŁŐŰĞŞİışșțȘȚĐđŘřŮůŹźŻżÅÆØßñçẤệữǎǐǒǔǚ₹₽€£¥龘𠮷镕喆堃㛃')
    expect([character, isPrintable(character)]).toEqual([character, true])
  for (const character of '😀ລ\u202eবត\ufffd\u0007') expect(isPrintable(character)).toBe(false)
})
