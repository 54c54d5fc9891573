import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { assemble } from '#modules/documents/assembly/assemble.ts'
import { blankAnswers } from '#modules/documents/assembly/blank.ts'
import { plainText } from '#modules/documents/assembly/plain.ts'
import { libraryTemplates } from '#modules/documents/library.ts'
import { makeWord } from '#modules/documents/word/word.ts'
import { pdfText, runTool, withoutSpace } from '#tests/support/pdf-tools.ts'
import { onPath } from '#tests/support/tools.ts'
import { LANGUAGES } from './languages.ts'

// LibreOffice is half a gigabyte: the long run has it convert what the daily one only reads.
describe.skipIf(process.env.LONG !== '1' || !onPath('soffice')).each(libraryTemplates())(
  'LibreOffice prints $code',
  (template) => {
    test.each(LANGUAGES)(
      'with our numbers and references: %s',
      { timeout: 120_000 },
      async (_, languages) => {
        const tree = assemble({ name: '', number: '', template, answers: blankAnswers(template, languages) })
        const printed = await converted(await makeWord(tree))
        const clauses = { ...tree, parties: [], number: '', signatures: [] }
        for (const [column, side] of tree.sides.entries()) {
          const said = plainText(clauses, side).split('\n').slice(1).join('')
          expect(await columnText(printed, column, tree.sides.length)).toContain(withoutSpace(said))
        }
      },
    )
  },
)

interface Printed {
  pdf: Uint8Array
  pages: number
}

async function converted(docx: Uint8Array): Promise<Printed> {
  const folder = await mkdtemp(join(tmpdir(), 'qishu-word-'))
  const [word, pdf] = [join(folder, 'document.docx'), join(folder, 'document.pdf')]
  try {
    await writeFile(word, docx)
    const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`
    await runTool('soffice', [profile, '--headless', '--convert-to', 'pdf', '--outdir', folder, word])
    const pages = Number(/Pages: +(\d+)/.exec(await runTool('pdfinfo', [pdf]))![1])
    return { pdf: await readFile(pdf), pages }
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** What one of the columns says between the headers and the footers of all pages. */
async function columnText({ pdf, pages }: Printed, column: number, columns: number): Promise<string> {
  const width = Math.floor(595 / columns)
  const crop = { x: column * width, y: 70, width, height: 842 - 70 - 66 }
  const texts = Array.from({ length: pages }, (_, index) => pdfText(pdf, { crop, page: index + 1 }))
  return withoutSpace((await Promise.all(texts)).join(''))
}
