import type { Answers, Side } from '#assembly/answers.ts'
import { assemble } from '#assembly/assemble.ts'
import { blankAnswers } from '#assembly/blank.ts'
import { type Block, blocksOf } from '#assembly/compare/blocks.ts'
import type { ComparedRow } from '#assembly/compare/compare.ts'
import { addClause, clauseText, dropClause, fillField, writeCustom } from '#assembly/edit.ts'
import { templateClauses } from '#assembly/outline.ts'
import type { Template } from '#assembly/template/template.ts'
import type { DocumentTree } from '#assembly/tree.ts'
import { findTemplate } from '#modules/templates/library.ts'
import type { Dice } from './dice.ts'

const TEMPLATES = [
  'mutual-nda',
  'sales-contract',
  'service-agreement',
  'premises-lease',
  'labour-contract',
] as const

/** Edits of a document, and the expected change of each affected paragraph. */
export interface Script {
  before: DocumentTree
  after: DocumentTree
  /** The expected change by the paragraph's id. */
  expected: Record<string, ComparedRow['change']>
}

/** The same document with some clauses of its articles reordered and renumbered. */
export function withMoved(dice: Dice, tree: DocumentTree): DocumentTree {
  const movedArticles = new Set(dice.some(tree.articles, 40))
  const articles = tree.articles.map((article) => {
    if (!movedArticles.has(article) || !article.kept) return article
    const oldIndex = dice.below(article.clauses.length)
    let count = 0
    const turned = [...article.clauses.slice(oldIndex), ...article.clauses.slice(0, oldIndex)]
    const clauses = turned.map((one) => ({ ...one, number: one.kept ? `${article.number}.${++count}` : '' }))
    return { ...article, clauses }
  })
  return { ...tree, articles }
}

const WORDS = { zh: '双方另行书面约定的除外。', en: ' Unless the parties agree otherwise in writing.' }

/** A document from the library before and after some typical edits. */
export function scriptOf(dice: Dice): Script {
  const template = findTemplate(dice.pick(TEMPLATES))
  const primary: Side = dice.chance(50) ? 'zh' : 'en'
  const languages = { primary, bilingual: dice.chance(80), script: 'Hans' as const }
  const start = blankAnswers(template, languages)
  const source = (answers: Answers) => ({ name: 'n', number: 'Q-1', template, answers })
  const clauses = [...templateClauses(template)].map(({ clause }) => clause.id)
  let answers = start
  const reworded = new Set<string>()
  for (const id of dice.some(clauses, 15)) {
    const act = dice.below(3)
    if (act === 0) answers = dropClause(answers, template, id)
    else {
      const side: Side = dice.chance(50) ? 'zh' : 'en'
      answers = writeCustom(
        answers,
        template,
        id,
        side,
        clauseText(answers, template, id)[side] + WORDS[side],
      )
      if (languages.bilingual || side === languages.primary) reworded.add(id)
    }
  }
  answers = withAdded(dice, template, answers)
  const filled = dice.some(
    template.fields.filter(({ type }) => type === 'text'),
    30,
  )
  for (const field of filled) answers = fillField(answers, template, field.id, '凯瑞 Kestrel 7')
  const treeBefore = assemble(source(start))
  const treeAfter = assemble(source(answers))
  return {
    before: treeBefore,
    after: treeAfter,
    expected: expectedChanges(blocksOf(treeBefore), blocksOf(treeAfter), { reworded, filled }),
  }
}

function withAdded(dice: Dice, template: Template, answers: Answers): Answers {
  let result = answers
  for (let index = dice.below(3); index > 0; index--) {
    const article = dice.pick(template.articles as [Template['articles'][number]])
    const predecessor = article.clauses[dice.below(article.clauses.length)]?.id ?? null
    result = addClause(result, template, { id: `added-${index}`, article: article.id, after: predecessor })
    for (const side of ['zh', 'en'] as const)
      result = writeCustom(result, template, `added-${index}`, side, WORDS[side])
  }
  return result
}

/** Added and removed paragraphs are derived from the documents, changed paragraphs from the edits. */
function expectedChanges(
  before: Block[],
  after: Block[],
  { reworded, filled }: { reworded: Set<string>; filled: { id: string }[] },
): Script['expected'] {
  const oldIds = new Set(before.map(({ id }) => id))
  const newIds = new Set(after.map(({ id }) => id))
  const blanks = new Set(filled.map(({ id }) => id))
  const prints = ({ text }: Block) =>
    [...text.zh, ...text.en].some(({ kind, target }) => kind === 'field' && blanks.has(target ?? ''))
  const changeById: Script['expected'] = {}
  for (const { id } of before) if (!newIds.has(id)) changeById[id] = 'dropped'
  for (const block of after)
    if (!oldIds.has(block.id)) changeById[block.id] = 'added'
    else if (reworded.has(block.id) || prints(block)) changeById[block.id] = 'reworded'
  return changeById
}
