import { describe, expect, test } from 'vitest'
import type { Side } from '#assembly/answers.ts'
import { assemble } from '#assembly/assemble.ts'
import { blankAnswers } from '#assembly/blank.ts'
import { annexesOf, bodyOf, CELL_SEPARATOR, plainText } from '#assembly/plain.ts'
import type { DocumentTree } from '#assembly/tree.ts'
import { makeWord } from '#modules/printing/word/word.ts'
import { libraryTemplates } from '#modules/templates/library.ts'
import { withoutSpace } from '#tests/support/pdf-tools.ts'
import { onPath } from '#tests/support/tools.ts'
import { LANGUAGES } from './languages.ts'
import { columnText, converted } from './libreoffice.ts'

/**
 * The text of each column: the body before the signatures, and the parts of the annexes that no table
 * interrupts.
 */
function stretchesOf(tree: DocumentTree, side: Side): string[] {
  const without = { ...tree, parties: [], number: '', signatures: [] }
  const linesOf = (one: DocumentTree) => plainText(one, side).split('\n').slice(1)
  const annexes = annexesOf(tree).map((annex) =>
    linesOf({ ...without, recitals: [], prevailing: { zh: '', en: '' }, articles: [annex] }),
  )
  const stretches: string[][] = []
  for (const lines of [linesOf({ ...without, articles: bodyOf(tree) }), ...annexes]) {
    stretches.push([])
    for (const line of lines)
      if (line.includes(CELL_SEPARATOR)) stretches.push([])
      else stretches.at(-1)!.push(line)
  }
  return stretches.map((lines) => withoutSpace(lines.join(''))).filter(Boolean)
}

// LibreOffice takes half a gigabyte, so the daily run only parses the files and the long run converts them.
describe.skipIf(process.env.LONG !== '1' || !onPath('soffice')).each(libraryTemplates())(
  'LibreOffice prints $code',
  (template) => {
    test.each(LANGUAGES)(
      'with our numbers and references: %s',
      { timeout: 120_000 },
      async (_, languages) => {
        const tree = assemble({ name: '', number: '', template, answers: blankAnswers(template, languages) })
        const printedFile = await converted(await makeWord(tree))
        for (const [column, side] of tree.sides.entries()) {
          const text = await columnText(printedFile, column, tree.sides.length)
          let from = 0
          for (const stretch of stretchesOf(tree, side)) {
            const at = text.indexOf(stretch, from)
            expect(at < 0 ? text.slice(from) : stretch).toContain(stretch)
            from = at + stretch.length
          }
        }
      },
    )
  },
)
