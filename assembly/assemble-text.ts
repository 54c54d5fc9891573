import type { Answers, DocumentSource } from './answers.ts'
import { applyConditions, type KeptParts } from './apply-conditions.ts'
import { makeLegible } from './characters/make-legible.ts'
import { withComputed } from './computed/computed.ts'
import { decidingLeaves, holds } from './conditions.ts'
import { confirmationOf } from './confirmation/confirmation.ts'
import { type ItemPlace, withStop } from './list-stops.ts'
import { openPoints } from './open-points/open.ts'
import { chosenAlternative, clauseAnswer, type OutlinedArticle, outline } from './outline.ts'
import { partyNodes, signatureNodes } from './party-block.ts'
import { resolveText } from './resolve.ts'
import { bothSides, openScene, type Scene } from './scene.ts'
import { tableNode } from './tables/table-node.ts'
import { ownName } from './template/own-name.ts'
import type { Clause, Condition, Twin } from './template/template.ts'
import type { ArticleNode, ClauseNode, ClauseState, DocumentTree, Sides } from './tree.ts'
import {
  annexClauseLabel,
  annexLabel,
  articleLabel,
  clauseLabel,
  itemLabel,
  languageName,
  word,
} from './words.ts'

/** As `assemble`, but without comparing the two languages. The editor calls it on every key stroke. */
export function assembleText(document: DocumentSource): DocumentTree {
  const { template } = document
  const answers = withComputed(template, document.answers)
  const source = { ...document, answers }
  const articles = outline(template, answers)
  const keptParts = applyConditions(template, answers, articles)
  const scene = openScene(source)
  const numbers = numberParts(articles, keptParts, scene)
  const nodeOf = (clause: Clause): ClauseNode => clauseNode(clause, numbers, keptParts, scene)
  const tree: DocumentTree = {
    languages: answers.languages,
    sides: scene.sides,
    title: bothSides(template.title, scene.script),
    name: ownName(source.name, template.title),
    number: source.number,
    numberLabel: word('number', scene.script),
    parties: partyNodes(scene),
    recitals: template.recitals.map(nodeOf),
    articles: articles.map(({ article, clauses, annex }) => ({
      id: article.id,
      ...heading(article.id, numbers, scene),
      ...(annex && { annex }),
      ...(article.unnumbered && { unnumbered: article.unnumbered }),
      ...(article.pageBreak && { pageBreak: article.pageBreak }),
      title: bothSides(article.title, scene.script),
      kept: keptParts.isKept(article.id),
      ...reasonsOf(article.when, keptParts),
      ...addedArticleTraits(article.id, answers),
      clauses: clauses.map(nodeOf),
    })),
    prevailing: prevailing(scene),
    signatures: signatureNodes(scene),
    open: [],
  }
  const unprintable = makeLegible(tree)
  const points = openPoints(tree, articles, keptParts.facts, scene)
  const confirmedPoints = points.flatMap((point) => {
    const confirmation = confirmationOf(answers, point)
    return confirmation ? [{ ...point, ...(confirmation.reason && { reason: confirmation.reason }) }] : []
  })
  if (confirmedPoints.length) tree.confirmed = confirmedPoints
  tree.open = [...points.filter((point) => !confirmationOf(answers, point)), ...unprintable]
  return tree
}

/** Clause numbering: numbers the kept clauses, and records how references to each part are printed. */
function numberParts(articles: OutlinedArticle[], keptParts: KeptParts, scene: Scene): Map<string, string> {
  const numbers = new Map<string, string>()
  const notePart = (id: string, number: string, label: Sides<string>, parent?: string) => {
    const isKept = keptParts.isKept(id)
    if (isKept) numbers.set(id, number)
    scene.places.set(id, isKept ? { label, parent } : { parent })
    return isKept
  }
  const counts = { article: 0, annex: 0 }
  let lastLabel: Sides<string> | undefined
  for (const { article, clauses, annex } of articles) {
    if (article.unnumbered) {
      noteUnnumbered(clauses, article.id, scene)
      continue
    }
    const kind = annex ? 'annex' : 'article'
    const articleNumber = counts[kind] + 1
    const label = annex
      ? annexLabel(articleNumber)
      : articleLabel(articleNumber, scene.template.form, scene.script)
    if (notePart(article.id, `${articleNumber}`, label) && ++counts[kind] && !annex) lastLabel = label
    let clauseCount = 0
    for (const clause of clauses) {
      const number = annex ? `${clauseCount + 1}` : `${articleNumber}.${clauseCount + 1}`
      const clauseLabelText = annex ? annexClauseLabel(label, number, scene.script) : clauseLabel(number)
      if (notePart(clause.id, number, clauseLabelText, article.id)) clauseCount++
      let itemCount = 0
      for (const item of clause.items ?? []) {
        const mark = `(${itemCount + 1})`
        if (notePart(item.id, mark, itemLabel(clauseLabelText, mark, scene.script), clause.id)) itemCount++
      }
    }
  }
  // A single resolution has no number.
  if (lastLabel && counts.article < 2 && scene.template.form !== 'contract') {
    lastLabel.zh = lastLabel.zh.slice(0, -1)
    lastLabel.en = lastLabel.en.slice(0, -2)
  }
  return numbers
}

/**
 * Records the unnumbered clauses, which nothing can refer to. Their items are numbered as those of a recital
 * are.
 */
function noteUnnumbered(clauses: Clause[], article: string, scene: Scene) {
  scene.places.set(article, {})
  for (const { id, items = [] } of clauses) {
    scene.places.set(id, {})
    for (const item of items) scene.places.set(item.id, {})
  }
}

function heading(
  id: string,
  numbers: Map<string, string>,
  { places }: Scene,
): Pick<ArticleNode, 'number' | 'label'> {
  return { number: Number(numbers.get(id) ?? 0), label: places.get(id)?.label ?? { zh: '', en: '' } }
}

function clauseNode(
  clause: Clause,
  numbers: Map<string, string>,
  keptParts: KeptParts,
  scene: Scene,
  withPunctuation = (text: Twin) => text,
): ClauseNode {
  const { state, text } = effectiveText(clause, scene.answers)
  const stale = state === 'custom' ? clauseAnswer(scene.answers, clause.id)?.stale : undefined
  const leftOut = keptParts.leftOut(clause.id)
  const sides = bothSides(withPunctuation(text), scene.script)
  const zh = resolveText(sides.zh, 'zh', scene)
  const en = resolveText(sides.en, 'en', scene)
  scene.problems.set(clause.id, { zh: zh.problems, en: en.problems })
  const places = itemPlaces(clause, keptParts)
  return {
    id: clause.id,
    number: numbers.get(clause.id) ?? '',
    state,
    kept: !leftOut,
    ...(leftOut && { leftOut }),
    ...(leftOut === 'condition' && reasonsOf(clause.when, keptParts)),
    ...(stale && { stale }),
    ...(clause.emphasis && { emphasis: true as const }),
    text: { zh: zh.runs, en: en.runs },
    ...tableOf(clause, scene),
    items: (clause.items ?? []).map((item) =>
      clauseNode(item, numbers, keptParts, scene, (itemText) =>
        withStop(itemText, clause, places.get(item.id) ?? 'other'),
      ),
    ),
  }
}

function tableOf({ table }: Clause, { fields, script }: Scene): Pick<ClauseNode, 'table'> {
  const answeredField = table === undefined ? undefined : fields.get(table)
  return answeredField ? { table: tableNode(answeredField.field, answeredField.value, script) } : {}
}

/** The positions of the kept items in their list. */
function itemPlaces({ items = [] }: Clause, keptParts: KeptParts): Map<string, ItemPlace> {
  const [lastItem, secondLast] = items.filter(({ id }) => keptParts.isKept(id)).reverse()
  return new Map([
    ...(secondLast ? ([[secondLast.id, 'before-last']] as const) : []),
    ...(lastItem ? ([[lastItem.id, 'last']] as const) : []),
  ])
}

function addedArticleTraits(id: string, answers: Answers): Pick<ArticleNode, 'added' | 'stale'> {
  if (!answers.addedArticles?.some((one) => one.id === id)) return {}
  const stale = clauseAnswer(answers, id)?.stale
  return { added: true, ...(stale && { stale }) }
}

function reasonsOf(when: Condition | undefined, { facts }: KeptParts): Pick<ClauseNode, 'because'> {
  return when && !holds(when, facts) ? { because: decidingLeaves(when, facts) } : {}
}

/**
 * The text in force for a clause, with its marks unresolved: the custom, the chosen or the template's text.
 */
export function effectiveText(clause: Clause, answers: Answers): { state: ClauseState; text: Twin } {
  const answer = clauseAnswer(answers, clause.id)
  if (answer?.custom && !clause.fixed) return { state: 'custom', text: answer.custom }
  const alternative = chosenAlternative(clause, answer)
  if (alternative) return { state: 'alternative', text: alternative.text }
  return { state: 'template', text: clause.text }
}

function prevailing(scene: Scene): Sides<string> {
  if (scene.sides.length < 2) return { zh: '', en: '' }
  const text = bothSides(scene.template.prevailing, scene.script)
  const name = languageName(scene.template.prevails ?? scene.answers.languages.primary)
  return {
    zh: text.zh.replaceAll('{prevailing}', name.zh),
    en: text.en.replaceAll('{prevailing}', name.en),
  }
}
