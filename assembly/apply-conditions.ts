import type { Answers } from './answers.ts'
import { type Facts, holds } from './conditions.ts'
import { answerTo } from './fields.ts'
import { chosenAlternative, clauseAnswer, type OutlinedArticle } from './outline.ts'
import { traitsOf } from './scene.ts'
import { totalNamed } from './tables/table.ts'
import type { Clause, Condition, Template } from './template/template.ts'

interface ConditionalPart {
  id: string
  when: Condition | undefined
  isDropped: boolean
  clause?: Clause
  /** The article that contains the clause, or the clause that contains the item. */
  parent?: ConditionalPart
  /** The clauses of an article. An article is only kept if at least one of its clauses is. */
  children?: ConditionalPart[]
  /** The list items of a clause. */
  items?: ConditionalPart[]
  /** Whether the text is a custom text. */
  isRewritten?: boolean
}

export interface KeptParts {
  facts: Facts
  isKept(id: string): boolean
  leftOut(id: string): 'dropped' | 'condition' | undefined
}

/**
 * Decides which articles, clauses, items and recitals are kept: the largest set in which every condition
 * holds.
 */
export function applyConditions(
  template: Template,
  answers: Answers,
  articles: OutlinedArticle[],
): KeptParts {
  const parts = listParts(template, answers, articles)
  const keptIds = new Set(parts.keys())
  const facts = factsOf(template, answers, parts, keptIds)
  resolveConditions([...parts.values()], keptIds, facts)
  return {
    facts,
    isKept: (id) => keptIds.has(id),
    leftOut(id) {
      if (keptIds.has(id)) return undefined
      return parts.get(id)?.isDropped ? 'dropped' : 'condition'
    },
  }
}

function listParts(
  template: Template,
  answers: Answers,
  articles: OutlinedArticle[],
): Map<string, ConditionalPart> {
  const parts = new Map<string, ConditionalPart>()
  const add = (clause: Clause, parent?: ConditionalPart): ConditionalPart => {
    const isDropped = clause.droppable && clauseAnswer(answers, clause.id)?.dropped === true
    const isRewritten = clauseAnswer(answers, clause.id)?.custom !== undefined
    const part: ConditionalPart = { id: clause.id, when: clause.when, isDropped, clause, parent, isRewritten }
    parts.set(clause.id, part)
    part.items = clause.items?.map((item) => add(item, part))
    return part
  }
  for (const recital of template.recitals) add(recital)
  for (const { article, clauses } of articles) {
    const part: ConditionalPart = { id: article.id, when: article.when, isDropped: false }
    parts.set(article.id, part)
    part.children = clauses.map((clause) => add(clause, part))
  }
  return parts
}

function factsOf(
  template: Template,
  answers: Answers,
  parts: Map<string, ConditionalPart>,
  keptIds: Set<string>,
): Facts {
  const value = (field: string) => answerTo(answers, field)
  const people = answers.parties.slice(0, 10)
  return {
    value,
    total: (column) => totalNamed(template.fields, value, column),
    isKept: (id) => keptIds.has(id),
    isChosen(id, alternative) {
      const clause = parts.get(id)?.clause
      if (!clause || !keptIds.has(id)) return false
      return chosenAlternative(clause, clauseAnswer(answers, id))?.id === alternative
    },
    people,
    voters: people.filter((_, index) => traitsOf(template, index)?.votes),
  }
}

function resolveConditions(parts: ConditionalPart[], keptIds: Set<string>, facts: Facts): void {
  // Conditions without a cycle are settled after at most as many rounds as there are parts. A part that
  // still changes later belongs to a cycle through `not`, which the checker refuses. From then on parts are
  // only removed, so the loop ends.
  for (let round = 0; ; round++) {
    let hasChanged = false
    const onlyRemoves = round > parts.length
    for (const part of parts) {
      const isKept = shouldKeep(part, keptIds, facts)
      if (isKept === keptIds.has(part.id) || (isKept && onlyRemoves)) continue
      if (isKept) keptIds.add(part.id)
      else keptIds.delete(part.id)
      hasChanged = true
    }
    if (!hasChanged) return
  }
}

function shouldKeep(part: ConditionalPart, keptIds: Set<string>, facts: Facts): boolean {
  if (part.isDropped || !holds(part.when, facts) || isBareLead(part, facts)) return false
  if (part.children) return part.children.some((child) => isClauseKept(child, facts))
  if (part.parent?.children) return holds(part.parent.when, facts)
  return !part.parent || keptIds.has(part.parent.id)
}

function isClauseKept(part: ConditionalPart, facts: Facts): boolean {
  return !part.isDropped && holds(part.when, facts) && !isBareLead(part, facts)
}

/** Whether the template's text only introduces a list of which no item is kept. */
function isBareLead({ clause, items, isRewritten }: ConditionalPart, facts: Facts): boolean {
  if (!items?.length || isRewritten || !clause?.droppable) return false
  return !items.some((item) => !item.isDropped && holds(item.when, facts))
}
