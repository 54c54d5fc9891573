import { describe, expect, test } from 'vitest'
import { assemble } from '#modules/documents/assembly/assemble.ts'
import { blankAnswers } from '#modules/documents/assembly/blank.ts'
import { plainText } from '#modules/documents/assembly/plain.ts'
import { libraryTemplates } from '#modules/documents/library.ts'
import { makeWord } from '#modules/documents/word/word.ts'
import { withoutSpace } from '#tests/support/pdf-tools.ts'
import { onPath } from '#tests/support/tools.ts'
import { LANGUAGES } from './languages.ts'
import { columnText, converted } from './libreoffice.ts'

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
