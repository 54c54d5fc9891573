import { assembleText } from '#assembly/assemble-text.ts'
import { blankAnswers } from '#assembly/blank.ts'
import { readMarks } from '#assembly/marks.ts'
import type { Script } from '#assembly/script.ts'
import type { Template, Twin, Words } from '#assembly/template/template.ts'
import { listParts } from '#assembly/template/template-parts.ts'
import type { DocumentTree } from '#assembly/tree.ts'
import { blankLine, selfName } from '#assembly/words.ts'

/** The languages of a template, by the names of its text sides. */
export type TextLanguage = 'zh' | 'hant' | 'en'

/** A text of a template, and the article that contains it, such as 第五条 保密期限; '' outside articles. */
export interface TemplateText {
  tongue: TextLanguage
  kind: 'clause' | 'guidance' | 'field' | 'purpose' | 'notFor'
  place: string
  text: string
}

/** All searchable texts of a template by language, without its names; summaries come first. */
export function searchableTexts(template: Template): Record<TextLanguage, TemplateText[]> {
  const hansTree = blankTree(template, 'Hans')
  return {
    zh: piecesIn(template, 'zh', hansTree),
    hant: piecesIn(template, 'hant', blankTree(template, 'Hant')),
    en: piecesIn(template, 'en', hansTree),
  }
}

function blankTree(template: Template, script: Script): DocumentTree {
  const answers = blankAnswers(template, { primary: 'zh', bilingual: true, script })
  return assembleText({ name: '', number: '', template, answers })
}

function piecesIn(template: Template, tongue: TextLanguage, tree: DocumentTree): TemplateText[] {
  const write = printerOf(template, tongue, tree)
  const textIn = (words: Words) =>
    tongue === 'en' ? words.en_US : tongue === 'zh' ? words.zh_CN : (words.zh_TW ?? words.zh_CN)
  const articles = [...template.articles, ...(template.annexes ?? [])]
  const pieces: TemplateText[] = (['purpose', 'notFor'] as const).map((kind) => ({
    tongue,
    kind,
    place: '',
    text: textIn(template[kind]),
  }))
  const add = (kind: TemplateText['kind'], place: string, text: string) => {
    if (text) pieces.push({ tongue, kind, place, text })
  }
  for (const article of articles) add('clause', '', write.heading(article))
  for (const { id, clause, parent } of listParts(template)) {
    const article = articles.find((one) => one.id === (clause ? articleOf(parent)?.id : id))
    const place = article ? write.heading(article) : ''
    const texts = clause ? [clause, ...(clause.alternatives ?? [])] : []
    for (const { text } of texts) add('clause', place, write.text(text))
    const { guidance } = clause ?? article ?? {}
    if (guidance) add('guidance', place, textIn(guidance))
  }
  for (const { label, hint, options = [], columns = [] } of template.fields) {
    const fieldTexts = [label, hint, ...options.map((one) => one.label)].flatMap((one) =>
      one ? [textIn(one)] : [],
    )
    add('field', '', [...fieldTexts, ...columns.map(({ text }) => write.text(text))].join(' · '))
  }
  return pieces
}

type TemplatePart = ReturnType<typeof listParts>[number]

/** The article that contains a clause or an item. */
const articleOf = (part: TemplatePart | undefined): TemplatePart | undefined =>
  part?.parent ? articleOf(part.parent) : part

/** Returns a function that prints texts as in a document with empty blanks. */
function printerOf(template: Template, tongue: TextLanguage, { articles, parties, languages }: DocumentTree) {
  const side = tongue === 'en' ? 'en' : 'zh'
  const labels = new Map(articles.map(({ id, kept, label }) => [id, kept ? label[side] : '']))
  const roles = new Map(parties.map(({ key, label }) => [key, label[side]]))
  const self = selfName(template, languages.script)[side]
  const textIn = (twin: Twin) => (tongue === 'hant' ? (twin.hant ?? twin.zh) : twin[side])
  const text = (twin: Twin) =>
    readMarks(textIn(twin))
      .map((mark) => {
        if (mark.kind === 'text') return mark.text
        if (mark.kind === 'this') return self
        if (mark.kind === 'party' && !mark.attribute) return roles.get(mark.key) ?? ''
        if (mark.kind === 'ref') return labels.get(mark.id) || '…'
        return mark.kind === 'unknown' ? mark.source : blankLine[side]
      })
      .join('')
  const heading = ({ id, title }: { id: string; title: Twin }) =>
    [labels.get(id), textIn(title)].filter(Boolean).join(' ')
  return { text, heading }
}
