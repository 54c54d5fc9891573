import type { DocumentSource } from '../answers.ts'
import { chosenAlternative, clauseAnswer, templateClauses } from '../outline.ts'
import type { ClauseNode, DocumentTree } from '../tree.ts'

/** A party, and the clauses whose chosen wording favours it. Only clauses with several wordings count. */
export interface FavouredParty {
  key: string
  /** The clauses' printed numbers, in document order. */
  numbers: string[]
}

/** The parties that the chosen wordings favour, in the order of the parties. Custom texts are ignored. */
export function favouredIn(
  tree: DocumentTree,
  { template, answers }: Pick<DocumentSource, 'template' | 'answers'>,
): FavouredParty[] {
  const favours = new Map<string, string>()
  for (const { clause } of templateClauses(template)) {
    if (!clause.alternatives) continue
    const wording = chosenAlternative(clause, clauseAnswer(answers, clause.id)) ?? clause
    if (wording.favours) favours.set(clause.id, wording.favours)
  }
  const numbers = new Map(tree.parties.map(({ key }) => [key, [] as string[]]))
  const note = ({ id, kept, state }: ClauseNode, number: string) => {
    const side = favours.get(id)
    if (kept && state !== 'custom' && side) numbers.get(side)?.push(number)
  }
  for (const { clauses } of tree.articles) {
    for (const clause of clauses) {
      note(clause, clause.number)
      for (const item of clause.items) note(item, `${clause.number}${item.number}`)
    }
  }
  return [...numbers].flatMap(([key, clauseNumbers]) =>
    clauseNumbers.length ? [{ key, numbers: clauseNumbers }] : [],
  )
}
