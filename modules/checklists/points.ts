import { parseMarks } from '#assembly/marks.ts'
import type { Article, Clause, Field, Rule, Template, Twin } from '#assembly/template/template.ts'
import { partyLabel } from '#assembly/words.ts'
import type { Point } from './schema.ts'

/** The points that a contract of this kind is read for: one for each clause, in the order of the template. */
export function pointsOf(template: Template): Point[] {
  const rules = Map.groupBy([...(template.rules ?? []), ...(template.advise ?? [])], ({ at }) => at)
  const fields = new Map(template.fields.map((field) => [field.id, field]))
  return [...template.articles, ...(template.annexes ?? [])].flatMap((article) =>
    article.clauses.map((clause) => pointOf(article, clause, fields, rules)),
  )
}

function pointOf(
  article: Article,
  clause: Clause,
  fields: Map<string, Field>,
  rules: Map<string, Rule[]>,
): Point {
  const parts = [clause, ...(clause.items ?? [])]
  const asked = new Set(parts.flatMap(({ text }) => fieldsIn(text.zh)))
  if (clause.table) asked.add(clause.table)
  const about = [...parts.map(({ id }) => id), ...asked]
  return {
    id: clause.id,
    article: article.title,
    text: joined(parts.map(({ text }) => wordsOf(text, fields))),
    ...(clause.guidance && { guidance: clause.guidance }),
    ...(parts.some(({ statutory }) => statutory) && { statutory: true as const }),
    questions: [...asked].flatMap((id) => fields.get(id)?.label ?? []),
    advice: about.flatMap((id) => (rules.get(id) ?? []).map(({ message }) => message)),
  }
}

const fieldsIn = (text: string) =>
  parseMarks(text).flatMap((mark) => (mark.kind === 'field' ? [mark.id] : []))

const joined = (texts: Twin[]): Twin => ({
  zh: texts.map(({ zh }) => zh).join('\n'),
  en: texts.map(({ en }) => en).join('\n'),
  hant: texts.map(({ zh, hant = zh }) => hant).join('\n'),
})

/** The texts with their blanks named in brackets, and parties as they are printed. */
function wordsOf({ zh, en, hant = zh }: Twin, fields: Map<string, Field>): Twin {
  const plain = (text: string, side: 'zh' | 'en', labelOf: (field: Field) => string) =>
    text.replaceAll(/\{\{|\}\}|\{[^{}]*\}/g, (mark) => {
      if (mark === '{{' || mark === '}}') return mark.charAt(0)
      const name = mark.slice(1, -1)
      const field = fields.get(name)
      if (field) return `[${labelOf(field)}]`
      const party = /^party:([a-j])/.exec(name)?.[1]
      return party ? partyLabel(party.charCodeAt(0) - 97)[side] : '…'
    })
  return {
    zh: plain(zh, 'zh', ({ label }) => label.zh_CN),
    en: plain(en, 'en', ({ label }) => label.en_US),
    hant: plain(hant, 'zh', ({ label }) => label.zh_TW ?? label.zh_CN),
  }
}
