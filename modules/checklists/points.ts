import { parseMarks } from '#assembly/marks.ts'
import type { Article, Clause, Field, Rule, Template, Twin, Words } from '#assembly/template/template.ts'
import { partyLabel, selfName } from '#assembly/words.ts'
import type { Point } from './schema.ts'

/** The points to look for in a contract of this kind: one for each clause, in the order of the template. */
export function pointsOf(template: Template): Point[] {
  const rules = Map.groupBy([...(template.rules ?? []), ...(template.advise ?? [])], ({ at }) => at)
  const fields = new Map(template.fields.map((field) => [field.id, field]))
  const articles = [...template.articles, ...(template.annexes ?? [])]
  const titles = new Map<string, Twin>()
  for (const { id, title, clauses } of articles)
    for (const one of [
      id,
      ...clauses.flatMap((clause) => [clause, ...(clause.items ?? [])]).map((part) => part.id),
    ])
      titles.set(one, title)
  const targets = {
    fields,
    titles,
    self: { ...selfName(template, 'Hans'), hant: selfName(template, 'Hant').zh },
  }
  return articles.flatMap((article) =>
    article.clauses.map((clause) => pointOf(article, clause, targets, rules)),
  )
}

/** What the marks in a text refer to. */
interface MarkTargets {
  fields: Map<string, Field>
  /** The titles of articles by part, for references. */
  titles: Map<string, Twin>
  self: Twin
}

function pointOf(article: Article, clause: Clause, targets: MarkTargets, rules: Map<string, Rule[]>): Point {
  const { fields } = targets
  const parts = [clause, ...(clause.items ?? [])]
  const usedFields = new Set(parts.flatMap(({ text }) => fieldsIn(text.zh)))
  if (clause.table) usedFields.add(clause.table)
  const ids = [...parts.map(({ id }) => id), ...usedFields]
  return {
    id: clause.id,
    article: article.title,
    text: joinTexts(parts.map(({ text }) => wordsOf(text, targets))),
    ...(clause.guidance && { guidance: clause.guidance }),
    ...(parts.some(({ statutory }) => statutory) && { statutory: true as const }),
    questions: [...usedFields].flatMap((id) => fields.get(id)?.label ?? []),
    advice: ids.flatMap((id) => (rules.get(id) ?? []).map(({ message }) => message)),
  }
}

const fieldsIn = (text: string) =>
  parseMarks(text).flatMap((mark) => (mark.kind === 'field' ? [mark.id] : []))

const joinTexts = (texts: Twin[]): Twin => ({
  zh: texts.map(({ zh }) => zh).join('\n'),
  en: texts.map(({ en }) => en).join('\n'),
  hant: texts.map(({ zh, hant = zh }) => hant).join('\n'),
})

/** The texts with their blanks named in brackets, and parties and references by name. */
function wordsOf({ zh, en, hant = zh }: Twin, { fields, titles, self }: MarkTargets): Twin {
  const replaceMarks = (text: string, labelOf: (words: Words) => string, twinOf: (twin: Twin) => string) =>
    text.replaceAll(/\{\{|\}\}|\{[^{}]*\}/g, (mark) => {
      if (mark === '{{' || mark === '}}') return mark.charAt(0)
      const name = mark.slice(1, -1)
      const field = fields.get(name)
      if (field) return `[${labelOf(field.label)}]`
      if (name === 'this') return twinOf(self)
      const title = titles.get(/^ref:(.+)$/.exec(name)?.[1] ?? '')
      if (title) return `[${twinOf(title)}]`
      const party = /^party:([a-j])/.exec(name)?.[1]
      return party ? twinOf(partyLabel(party.charCodeAt(0) - 97)) : '…'
    })
  return {
    zh: replaceMarks(
      zh,
      (words) => words.zh_CN,
      (twin) => twin.zh,
    ),
    en: replaceMarks(
      en,
      (words) => words.en_US,
      (twin) => twin.en,
    ),
    hant: replaceMarks(
      hant,
      (words) => words.zh_TW ?? words.zh_CN,
      (twin) => twin.hant ?? twin.zh,
    ),
  }
}
