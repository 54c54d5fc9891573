import type { Side } from '../answers.ts'
import { readChinese } from '../numbers/number-words.ts'
import type { Run, Sides } from '../tree.ts'
import { type Finding, listed } from './finding.ts'
import { REFERENCE } from './side-text.ts'

/**
 * A text whose references are replaced by `REFERENCE`, and the words that cite each number: 3, 3.2, 3.2(1),
 * annex 1.
 */
export interface ExtractedReferences {
  text: string
  targets: Map<string, string>
}

const zhNumber = '(?:[一二三四五六七八九十百零〇\\d]{1,9}(?:\\.\\d{1,3}){0,3})'
const zhPattern = new RegExp(
  `第\\s?(${zhNumber})\\s?[条條款](?:之[一二三四五六七八九])?(?:第\\s?[一二三四五六七八九十\\d]{1,3}\\s?款)?(?:第\\s?[（(]?([一二三四五六七八九十\\d]{1,3})[）)]?\\s?[项項])?|附件\\s?([一二三四五六七八九十\\d]{1,3})|决议([一二三四五六七八九十]{1,3})(?![^，。；\\s])`,
  'g',
)

const enNumber = '\\d{1,4}(?:\\.\\d{1,3}){0,3}(?:\\(\\d{1,3}\\))?(?:\\(\\d{1,3}\\))?'
const enPattern = new RegExp(
  `(?:\\bparagraphs? \\d{1,2}(?: and \\d{1,2})? of (?=article))?(?:\\b(articles?|sections?|clauses?|annex(?:es)?|appendix|appendices|schedules?|resolution)|(§))\\s?(${enNumber}(?:(?:,? and |,? or | to |, |,? nor )${enNumber})*)(?:,? (?:paragraphs?|items?) \\(?\\d{1,2}\\)?)?`,
  'gi',
)

/** Extracts the references of a text, whether a placeholder printed them or someone wrote them. */
export function readReferences(text: string, side: Side): ExtractedReferences {
  const targets = new Map<string, string>()
  const addTarget = (target: string, source: string) =>
    targets.has(target) || targets.set(target, source.trim())
  const remainingText =
    side === 'zh'
      ? text.replace(
          zhPattern,
          (source: string, number?: string, item?: string, annex?: string, resolution?: string) => {
            if (annex) addTarget(`annex ${readChinese(annex)}`, source)
            else if (resolution) addTarget(`${readChinese(resolution)}`, source)
            else addTarget(zhTarget(number ?? '', item), source)
            return REFERENCE
          },
        )
      : text.replace(enPattern, (source: string, kind = '', _: string, numbers: string) => {
          for (const number of numbers.split(/[^\d.()]+/))
            if (number) addTarget(enTarget(kind, number), source)
          return REFERENCE
        })
  return { text: remainingText, targets }
}

const zhTarget = (number: string, item?: string) =>
  (/^[\d.]+$/.test(number) ? number : String(readChinese(number))) +
  (item && number.includes('.') ? `(${readChinese(item)})` : '')

function enTarget(kind: string, number: string): string {
  if (/^(annex|append|schedule)/i.test(kind)) return `annex ${Number.parseInt(number, 10)}`
  // Paragraphs and items of statutes are cited in too many forms to be compared.
  return number.includes('.') ? number : number.replace(/\(.*/, '')
}

/**
 * Reports references that only one side has. References in `runs` that print no number are compared by id.
 */
export function compareReferences(references: Sides<ExtractedReferences>, runs: Sides<Run[]>): Finding[] {
  const targets = { zh: allTargets(references, runs, 'zh'), en: allTargets(references, runs, 'en') }
  const onlyIn = (side: Side, other: Side) =>
    [...targets[side]].filter(([target]) => !targets[other].has(target)).map(([, source]) => source)
  const zh = onlyIn('zh', 'en')
  const en = onlyIn('en', 'zh')
  if (!zh.length && !en.length) return []
  return [{ check: 'references', grade: 'different', detail: { zh: listed(zh, 'zh'), en: listed(en, 'en') } }]
}

function allTargets(
  references: Sides<ExtractedReferences>,
  runs: Sides<Run[]>,
  side: Side,
): Map<string, string> {
  const targets = new Map(references[side].targets)
  for (const { kind, text, target } of runs[side])
    if (kind === 'ref' && !/\d|[一二三四五六七八九十]/.test(text))
      targets.set(`mark ${target}`, text || target || '')
  return targets
}
