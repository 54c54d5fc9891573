import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { checkFile } from '#modules/imports/copy/check-file.ts'
import { numbers } from '#tests/support/mutants.ts'
import { CONTENT_ODDITIES, oddDocument } from '#tests/support/odd-pdf/document.ts'
import { STRUCTURE_ODDITIES, writeOdd } from '#tests/support/odd-pdf/writer.ts'
import { runTool } from '#tests/support/pdf-tools.ts'
import { caseCount, LONG } from '#tests/support/runs.ts'
import { temporaryAuthority } from '../signing/pades/signing-kit.ts'
import { expectSigned } from './signed-copy.ts'

const folder = mkdtempSync(join(tmpdir(), 'odd-files-'))
afterAll(() => rmSync(folder, { recursive: true }))

const COUNT = Number(process.env.COUNT ?? caseCount(12, 2000))
const FIRST = Number(process.env.FIRST ?? 0)

/** Files with two versions of the same object, or with a different print, are refused. */
const REFUSED: Record<string, string> = {
  doubledOther: 'ambiguous',
  layersInPrint: 'layers',
  printedOnly: 'layers',
}

test('at least forty kinds of unusual files are tested', () => {
  expect(CONTENT_ODDITIES.length + STRUCTURE_ODDITIES.length).toBeGreaterThanOrEqual(40)
})

function oddFile(seed: number) {
  const dice = numbers(seed * 7919 + 13)
  const odd = new Set<string>()
  for (const list of [CONTENT_ODDITIES, STRUCTURE_ODDITIES])
    for (let count = dice(4); count > 0; count--) odd.add(list[dice(list.length)]!)
  return { odd, bytes: writeOdd(oddDocument(odd, dice), odd, dice) }
}

const wordsOf = async (bytes: Uint8Array, name: string) => {
  const file = join(folder, name)
  writeFileSync(file, bytes)
  const text = await runTool('pdftotext', ['-raw', file, '-']).catch(() => null)
  if (text === null) return null
  // Field values and notes are drawn differently, and hidden text does not count.
  return text.split(/\s+/).filter((word) => word && !/^[FH]/.test(word) && word !== '200')
}

test('every accepted file reads the same in all programs, can be signed three times and closed, and looks the same', async () => {
  const authority = await temporaryAuthority()
  const refusals: string[] = []
  for (let seed = FIRST; seed < FIRST + COUNT; seed++) {
    const { odd, bytes } = oddFile(seed)
    const description = `seed ${seed}: ${[...odd].join(' ')}`
    const { finding, copy } = await checkFile(new Uint8Array(bytes), 500)
    const must = [...odd].map((one) => REFUSED[one]).find(Boolean)
    // Objects in an object stream have no second entry in a cross-reference table.
    const packed = odd.has('objectStreams') || odd.has('hybrid')
    const expectedRefusal = must === 'ambiguous' && packed ? undefined : must
    if (!copy) {
      refusals.push(`${description}: ${JSON.stringify(finding)}`)
      continue
    }
    expect(expectedRefusal, description).toBeUndefined()
    const words = await wordsOf(copy, 'copy.pdf')
    const original = await wordsOf(bytes, 'original.pdf')
    // Files that poppler cannot repair are repaired by the import, so only the copy is readable everywhere.
    if (original) expect(words, description).toEqual(original)
    const pages = 'pages' in finding ? finding.pages : 0
    const info = await runTool('pdfinfo', [join(folder, 'copy.pdf')])
    expect(info, description).toMatch(new RegExp(`^Pages:\\s+${pages}$`, 'm'))
    await expectSigned(copy, 'pages' in finding ? finding.pageBoxes : [], authority, description)
  }
  process.stdout.write(`${refusals.length} of ${COUNT} refused\n${LONG ? refusals.join('\n') : ''}\n`)
  for (const one of refusals) expect(one).toMatch(/ambiguous|layers|lengthWrong|countWrong/)
}, 3_600_000)
