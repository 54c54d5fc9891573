import type { Answers, DocumentSource } from './answers.ts'
import { makeLegible } from './characters/make-legible.ts'
import { decidedBy, holds } from './conditions.ts'
import { decideKept, type Keeping } from './keep.ts'
import { openPoints } from './open.ts'
import { chosenAlternative, clauseAnswer, type OutlinedArticle, outline } from './outline.ts'
import { partyNodes, signatureNodes } from './party-block.ts'
import { resolveText } from './resolve.ts'
import { bothSides, openScene, type Scene } from './scene.ts'
import type { Clause, Condition, Twin } from './template/template.ts'
import type { ArticleNode, ClauseNode, ClauseState, DocumentTree, Sides } from './tree.ts'
import { articleLabel, clauseLabel, itemLabel, languageName, word } from './words.ts'

/**
 * Makes the document out of its template and its answers: both sides resolved, numbers closed up, and everything
 * still to settle listed. Never throws on answers, whatever they hold.
 */
export function assemble(source: DocumentSource): DocumentTree {
  const { template, answers } = source
  const articles = outline(template, answers)
  const keeping = decideKept(template, answers, articles)
  const scene = openScene(source)
  const numbers = numberParts(articles, keeping, scene)
  const make = (clause: Clause): ClauseNode => clauseNode(clause, numbers, keeping, scene)
  const tree: DocumentTree = {
    languages: answers.languages,
    sides: scene.sides,
    title: bothSides(template.title, scene.script),
    number: source.number,
    numberLabel: word('number', scene.script),
    parties: partyNodes(scene),
    recitals: template.recitals.map(make),
    articles: articles.map(({ article, clauses }) => ({
      id: article.id,
      ...heading(numbers.get(article.id), scene),
      title: bothSides(article.title, scene.script),
      kept: keeping.kept(article.id),
      ...because(article.when, keeping),
      ...ownArticle(article.id, answers),
      clauses: clauses.map(make),
    })),
    prevailing: prevailing(scene),
    signatures: signatureNodes(scene),
    open: [],
  }
  const unprintable = makeLegible(tree)
  tree.open = [...openPoints(tree, articles, keeping.facts, scene), ...unprintable]
  return tree
}

/** Clause numbering: numbers what is kept, and notes for references how each part is printed. */
function numberParts(articles: OutlinedArticle[], keeping: Keeping, scene: Scene): Map<string, string> {
  const numbers = new Map<string, string>()
  const note = (id: string, number: string, label: Sides<string>, parent?: string) => {
    const kept = keeping.kept(id)
    if (kept) numbers.set(id, number)
    scene.places.set(id, kept ? { label, parent } : { parent })
    return kept
  }
  let articleCount = 0
  for (const { article, clauses } of articles) {
    const a = articleCount + 1
    if (note(article.id, `${a}`, articleLabel(a, scene.template.form, scene.script))) articleCount++
    let clauseCount = 0
    for (const clause of clauses) {
      const number = `${a}.${clauseCount + 1}`
      if (note(clause.id, number, clauseLabel(number), article.id)) clauseCount++
      let itemCount = 0
      for (const item of clause.items ?? []) {
        const mark = `(${itemCount + 1})`
        if (note(item.id, mark, itemLabel(number, mark, scene.script), clause.id)) itemCount++
      }
    }
  }
  return numbers
}

function heading(number: string | undefined, scene: Scene): Pick<ArticleNode, 'number' | 'label'> {
  if (!number) return { number: 0, label: { zh: '', en: '' } }
  return { number: Number(number), label: articleLabel(Number(number), scene.template.form, scene.script) }
}

function clauseNode(
  clause: Clause,
  numbers: Map<string, string>,
  keeping: Keeping,
  scene: Scene,
): ClauseNode {
  const { state, text } = standingText(clause, scene.answers)
  const stale = state === 'custom' ? clauseAnswer(scene.answers, clause.id)?.stale : undefined
  const leftOut = keeping.leftOut(clause.id)
  const printed = bothSides(text, scene.script)
  const zh = resolveText(printed.zh, 'zh', scene)
  const en = resolveText(printed.en, 'en', scene)
  scene.problems.set(clause.id, { zh: zh.problems, en: en.problems })
  return {
    id: clause.id,
    number: numbers.get(clause.id) ?? '',
    state,
    kept: !leftOut,
    ...(leftOut && { leftOut }),
    ...(leftOut === 'condition' && because(clause.when, keeping)),
    ...(stale && { stale }),
    text: { zh: zh.runs, en: en.runs },
    items: (clause.items ?? []).map((item) => clauseNode(item, numbers, keeping, scene)),
  }
}

function ownArticle(id: string, answers: Answers): Pick<ArticleNode, 'added' | 'stale'> {
  if (!answers.addedArticles?.some((one) => one.id === id)) return {}
  const stale = clauseAnswer(answers, id)?.stale
  return { added: true, ...(stale && { stale }) }
}

function because(when: Condition | undefined, { facts }: Keeping): Pick<ClauseNode, 'because'> {
  return when && !holds(when, facts) ? { because: decidedBy(when, facts) } : {}
}

/** The text in force for a clause, before its marks are resolved: custom, chosen or the template's. */
export function standingText(clause: Clause, answers: Answers): { state: ClauseState; text: Twin } {
  const answer = clauseAnswer(answers, clause.id)
  if (answer?.custom) return { state: 'custom', text: answer.custom }
  const alternative = chosenAlternative(clause, answer)
  if (alternative) return { state: 'alternative', text: alternative.text }
  return { state: 'template', text: clause.text }
}

function prevailing(scene: Scene): Sides<string> {
  if (scene.sides.length < 2) return { zh: '', en: '' }
  const text = bothSides(scene.template.prevailing, scene.script)
  const name = languageName(scene.answers.languages.primary)
  return {
    zh: text.zh.replaceAll('{prevailing}', name.zh),
    en: text.en.replaceAll('{prevailing}', name.en),
  }
}
