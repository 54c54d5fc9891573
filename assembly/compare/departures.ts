import type { DocumentSource } from '../answers.ts'
import { chosenAlternative, clauseAnswer, templateClauses, templateIds } from '../outline.ts'
import { runsText } from '../plain.ts'
import type { Words } from '../template/template.ts'
import type { ClauseNode, DocumentTree, Sides } from '../tree.ts'

/** A clause, item, recital or article that departs from the template's standard wording. */
export interface Departure {
  id: string
  kind: 'added' | 'replaced' | 'dropped' | 'alternative'
  /** Empty for a recital, an article and a dropped part. */
  number: string
  /** The beginning of its printed text; for an article, the beginning of the title. */
  text: Sides<string>
  /** The label of the chosen alternative, and the party that it favours, by key, or `neutral`. */
  label?: Words
  favours?: string
}

/** The maximum number of Chinese characters in `text`; English may have twice as many. */
const MAX_LENGTH = 60

/** The places where a document departs from the standard wording of its template, in document order. */
export function departuresOf(
  tree: DocumentTree,
  { template, answers }: Pick<DocumentSource, 'template' | 'answers'>,
): Departure[] {
  const templatePartIds = templateIds(template)
  const clauses = new Map([...templateClauses(template)].map(({ clause }) => [clause.id, clause]))
  const departure = (node: ClauseNode, number: string): Departure[] => {
    const kind = kindOf(node, templatePartIds.has(node.id))
    if (!kind) return []
    const clause = clauses.get(node.id)
    const place = { id: node.id, number, text: beginning(node) }
    const chosen = clause && chosenAlternative(clause, clauseAnswer(answers, node.id))
    return [
      {
        ...place,
        kind,
        ...(kind === 'alternative' && chosen && { label: chosen.label }),
        ...(kind === 'alternative' && chosen?.favours && { favours: chosen.favours }),
      },
    ]
  }
  const departuresIn = (node: ClauseNode): Departure[] => [
    ...departure(node, node.number),
    ...(node.leftOut ? [] : node.items.flatMap((item) => departure(item, `${node.number}${item.number}`))),
  ]
  return [
    ...tree.recitals.flatMap(departuresIn),
    ...tree.articles.flatMap((article): Departure[] => [
      ...(article.added && article.kept
        ? [{ id: article.id, kind: 'added' as const, number: '', text: article.title }]
        : []),
      ...article.clauses.flatMap(departuresIn),
    ]),
  ]
}

function kindOf({ leftOut, state }: ClauseNode, isFromTemplate: boolean): Departure['kind'] | undefined {
  if (leftOut === 'condition') return undefined
  if (leftOut === 'dropped') return 'dropped'
  if (!isFromTemplate) return 'added'
  return state === 'custom' ? 'replaced' : state === 'alternative' ? 'alternative' : undefined
}

const beginning = ({ text }: ClauseNode): Sides<string> => ({
  zh: shortened(runsText(text.zh), MAX_LENGTH),
  en: shortened(runsText(text.en), 2 * MAX_LENGTH),
})

const shortened = (text: string, max: number) => {
  const characters = [...text]
  return characters.length > max ? `${characters.slice(0, max - 1).join('')}…` : text
}
