import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { LanguageChoice } from '#assembly/answers.ts'
import { assemble } from '#assembly/assemble.ts'
import { partyKey } from '#assembly/words.ts'
import { typeset } from '#modules/printing/typeset/typeset.ts'
import { DRAFT } from '#modules/printing/watermark.ts'
import { pdfText, pdfWords, runTool } from '#tests/support/pdf-tools.ts'
import { sampleTree } from '#tests/support/random-tree.ts'
import { sampleSource } from '#tests/support/sample-source.ts'

const createdAt = new Date('2026-11-21T02:00:00Z')

test('the title of the primary language is the larger one', async () => {
  for (const primary of ['zh', 'en'] as const) {
    const words = await pdfWords((await typeset(sampleTree({ primary }), { createdAt })).bytes)
    const findWord = (text: string) =>
      words.find((word) => word.page === 1 && word.text === text && word.y > 60)!
    const zh = findWord('服务合同').height
    const en = findWord('Services').height
    if (primary === 'en') expect(en).toBeGreaterThan(zh)
    else expect(zh).toBeGreaterThan(en)
  }
})

/** The sample contract between ten companies, whose tables fill several pages. */
function tenParties(choice: Partial<LanguageChoice>, address?: string) {
  const source = sampleSource()
  source.answers.languages = { ...source.answers.languages, ...choice }
  const [lotus] = source.answers.parties
  source.answers.parties = Array.from({ length: 10 }, (_, index) => ({
    ...lotus!,
    key: partyKey(index),
    ...(address && index === 3 && { address }),
  }))
  return assemble(source)
}

test.each([
  ['in two languages', {}, /^[甲乙丙丁戊己庚辛壬癸]方（|^Party [A-J] \(/],
  ['in Chinese', { bilingual: false }, /^[甲乙丙丁戊己庚辛壬癸]方（/],
  ['in English', { bilingual: false, primary: 'en' as const }, /^Party [A-J] \(/],
])('a party’s table %s stays on the page of its head, however long it is', async (_, choice, head) => {
  for (const address of [undefined, '上海市浦东新区世纪大道88号'.repeat(20)]) {
    const { bytes } = await typeset(tenParties(choice, address), { createdAt })
    const pages = (await pdfText(bytes)).split('\f')
    const tables = pages.filter((page) => /统一社会信用代码|Unified Social/.test(page))
    expect(tables.length).toBeGreaterThan(1)
    for (const page of tables) {
      const lines = page.trim().split('\n')
      const firstLine = lines.find((line) => head.test(line) || /信用代码|住所|Unified|Domicile/.test(line))
      expect(firstLine).toMatch(head)
      const count = (words: RegExp) => lines.filter((line) => words.test(line)).length
      expect(count(/电子邮箱|^Email/)).toBe(count(/统一社会信用代码|^Unified/))
    }
  }
})

test('all ink is one grey or black, without a mix of colours', async () => {
  const { bytes } = await typeset(sampleTree({}, 2), { createdAt, watermark: DRAFT })
  const folder = await mkdtemp(join(tmpdir(), 'qishu-ink-'))
  try {
    await writeFile(join(folder, 'a.pdf'), bytes)
    await runTool('qpdf', ['--qdf', '--object-streams=disable', join(folder, 'a.pdf'), join(folder, 'b.pdf')])
    const plainContent = (await readFile(join(folder, 'b.pdf'))).toString('latin1')
    // A colour stays set until the next one.
    expect(plainContent.match(/^BT 0 g /gm)!.length).toBeGreaterThan(5)
    expect(plainContent.match(/[\d.]+ (rg|RG|k|K|sc|SC|scn|SCN)\b/g)).toBeNull()
  } finally {
    await rm(folder, { recursive: true })
  }
})
