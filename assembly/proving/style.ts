import { parseMarks } from '../marks.ts'
import { templateArticles, templateClauses } from '../outline.ts'
import { fieldsOf, leavesOf } from '../rules/leaves.ts'
import type { Clause, Template, Twin, Words } from '../template/template.ts'
import { twinsOf } from './twins.ts'

/** A violated style rule; `at` is a clause, `clause/alternative`, a field, or '' for the whole template. */
export interface StyleFault {
  at: string
  rule: StyleRule
  /** The text or the party key concerned. */
  text?: string
}

export type StyleRule =
  | 'halfWidth'
  | 'spaceInChinese'
  | 'lineBreak'
  | 'chineseInEnglish'
  | 'twoSpaces'
  | 'apostrophe'
  | 'markInChinese'
  | 'markInEnglish'
  | 'unusedField'
  | 'mayBeEmpty'
  | 'unnamedParty'
  | 'nobodySigns'

/** Checks the typography of texts, the use of marks, and that every field and party is used. */
export function styleFaults(template: Template): StyleFault[] {
  return [...textFaults(template), ...fieldFaults(template), ...partyFaults(template)]
}

type Pattern = [RegExp, StyleRule]

const CHINESE: Pattern[] = [
  [/\p{Script=Han}[,;:?!()]|[,;:?!()]\p{Script=Han}/u, 'halfWidth'],
  [/\p{Script=Han}\s+\p{Script=Han}|[，。；：、）》”]\s|\s[（《“]/u, 'spaceInChinese'],
  [/\n/, 'lineBreak'],
]
const ENGLISH: Pattern[] = [
  [/\p{Script=Han}|[，。；：、（）《》＿]/u, 'chineseInEnglish'],
  [/ {2}|\n/, 'twoSpaces'],
  [/'/, 'apostrophe'],
]
/** Patterns for printed texts, which may carry marks. */
const CHINESE_MARKED: Pattern[] = [[/[甲乙丙丁]方|见本(合同|协议)第|大写/, 'markInChinese']]
const ENGLISH_MARKED: Pattern[] = [[/Party [A-J]\b|(Section|Clause|Article) \d/, 'markInEnglish']]

/**
 * Replaces each mark by a Chinese character, so that the signs next to the mark count as signs within a
 * Chinese text.
 */
const withoutMarks = (text: string) => text.replaceAll(/\{[^{}]*\}/g, '文')

function textFaults(template: Template): StyleFault[] {
  const faultsIn = (place: string, text: string, patterns: Pattern[], matchedText = text): StyleFault[] =>
    patterns.filter(([pattern]) => pattern.test(matchedText)).map(([, rule]) => ({ at: place, rule, text }))
  return [
    ...[...plainTwins(template), ...twinsOf(template)].flatMap(({ id, text: { zh, en } }) => [
      ...faultsIn(id, zh, CHINESE, withoutMarks(zh)),
      ...faultsIn(id, en, ENGLISH),
    ]),
    ...allWords(template).flatMap(({ id, words: { zh_CN, en_US } }) => [
      ...faultsIn(id, zh_CN, CHINESE),
      ...faultsIn(id, en_US, ENGLISH),
    ]),
    ...twinsOf(template).flatMap(({ id, text: { zh, en } }) => [
      ...faultsIn(id, zh, CHINESE_MARKED),
      ...faultsIn(id, en, ENGLISH_MARKED),
    ]),
  ]
}

const clausesOf = (template: Template): Clause[] =>
  Array.from(templateClauses(template), ({ clause }) => clause)

function plainTwins(template: Template): { id: string; text: Twin }[] {
  return [
    { id: '', text: template.title },
    ...template.parties.map(({ role }) => ({ id: '', text: role })),
    ...templateArticles(template).map(({ id, title }) => ({ id, text: title })),
    ...template.fields.flatMap(({ id, options = [], columns = [] }) =>
      [...options, ...columns, ...columns.flatMap((one) => one.options ?? [])].map(({ text }) => ({
        id,
        text,
      })),
    ),
  ]
}

function allWords(template: Template): { id: string; words: Words }[] {
  const labels: { id: string; words: Words | undefined }[] = [
    { id: '', words: template.purpose },
    { id: '', words: template.notFor },
    ...templateArticles(template).map(({ id, guidance }) => ({ id, words: guidance })),
    ...clausesOf(template).flatMap(({ id, guidance, alternatives = [] }) =>
      [guidance, ...alternatives.map(({ label }) => label)].map((words) => ({ id, words })),
    ),
    ...template.fields.flatMap(({ id, label, hint, options = [], columns = [] }) =>
      [label, hint, ...options.map((option) => option.label), ...columns.map((column) => column.hint)].map(
        (words) => ({ id, words }),
      ),
    ),
    ...[...(template.rules ?? []), ...(template.advise ?? [])].map(({ id, message }) => ({
      id,
      words: message,
    })),
  ]
  return labels.filter((one): one is { id: string; words: Words } => one.words !== undefined)
}

/**
 * Checks that every field is printed or used by a condition. An optional field may only be printed where a
 * condition checks that it is filled in.
 */
function fieldFaults(template: Template): StyleFault[] {
  const parts = [...templateArticles(template), ...clausesOf(template)]
  const leaves = parts.flatMap(({ when }) => leavesOf(when)).map(({ leaf }) => leaf)
  const conditionFields = new Set(
    leaves.flatMap((leaf) => ('filled' in leaf ? [leaf.filled] : fieldsOf(leaf))),
  )
  const usedFields = new Set([
    ...marksIn(template).flatMap((mark) => (mark.kind === 'field' ? [mark.id] : [])),
    ...clausesOf(template).flatMap(({ table }) => table ?? []),
  ])
  return template.fields.flatMap(({ id, required }): StyleFault[] => {
    if (conditionFields.has(id)) return []
    if (!usedFields.has(id)) return [{ at: id, rule: 'unusedField' }]
    return required ? [] : [{ at: id, rule: 'mayBeEmpty' }]
  })
}

/** Checks that every party is named or signs a resolution, and that at least one party signs. */
function partyFaults(template: Template): StyleFault[] {
  const namedKeys = new Set(marksIn(template).flatMap((mark) => (mark.kind === 'party' ? [mark.key] : [])))
  const unnamed = template.parties.filter(
    ({ key, signs }) => (template.form === 'contract' || !signs) && !namedKeys.has(key),
  )
  return [
    ...unnamed.map(({ key }) => ({ at: '', rule: 'unnamedParty' as const, text: key })),
    ...(template.parties.some(({ signs }) => signs) ? [] : [{ at: '', rule: 'nobodySigns' as const }]),
  ]
}

const marksIn = (template: Template) => twinsOf(template).flatMap(({ text }) => parseMarks(text.zh))
