import type { Answers } from '../answers.ts'
import { clauseAnswer } from '../outline.ts'
import type { DocumentTree, OpenPoint } from '../tree.ts'
import { blankLine } from '../words.ts'

/** Open points for clauses from the library whose blanks have not been filled in. */
export function blankPoints({ articles, sides }: Pick<DocumentTree, 'articles' | 'sides'>, answers: Answers) {
  const libraryClauseIds = new Set(answers.added.flatMap(({ id, from }) => (from ? [id] : [])))
  if (!libraryClauseIds.size) return []
  return articles.flatMap(({ clauses }) =>
    clauses
      .filter(({ id, kept }) => kept && libraryClauseIds.has(id))
      .flatMap((clause) => [clause, ...clause.items])
      .flatMap(({ id }): OpenPoint[] => {
        const custom = clauseAnswer(answers, id)?.custom
        const isOpen = custom && sides.some((side) => custom[side].includes(blankLine[side]))
        return isOpen ? [{ kind: 'invalid', at: id, clause: id, problem: 'blankLeft' }] : []
      }),
  )
}
