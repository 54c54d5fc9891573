import type { Run, Sides } from '../tree.ts'
import type { Finding } from './finding.ts'
import { simplify } from './side-text.ts'

/** The kind of bound that the words around a number express. */
type Bound = 'most' | 'least' | 'over' | 'under'
type Direction = 'before' | 'after'

interface NumberContext {
  bound?: Bound
  direction?: Direction
  /** The words before and after the number, which is shown as “…”. */
  words: string
}

/** The characters around the name of a blank. */
const BLANK_START = '\ue050'
const BLANK_END = '\ue051'
const NUMBER = /\ue050[^\ue050\ue051]*\ue051|\d+(?:\.\d+)?/g

/** How many characters before and after a number are searched for words, within its half-sentence. */
const MAX_BEFORE = { zh: 24, en: 64 }
const MAX_AFTER = { zh: 14, en: 60 }

const zhUnit = '(?:[%％元人名次份期倍]|个?(?:工作日|日|天|月|年|小时|周|星期))*'
const zhBounds: [Bound, left: RegExp, right?: RegExp][] = [
  ['most', /(?:[不未](?:得|应)?(?:超过|高于|多于|大于|迟于|晚于|超出)|至多|最多|最长|最高)[^，]{0,16}$/],
  ['least', /(?:不(?:得|应)?(?:少于|低于|小于|短于|早于)|至少|最少|最低|最短)[^，]{0,16}$/],
  ['over', /(?<![不未得])(?:超过|超出|高于|多于|大于)[^，]{0,16}$/],
  ['under', /(?<![不未得])(?:少于|低于|小于|短于|不足|未满)[^，]{0,16}$/],
  ['least', /$/, new RegExp(`^${zhUnit}以上`)],
  ['most', /$/, new RegExp(`^${zhUnit}以下`)],
]

const enBounds: [Bound, RegExp][] = [
  [
    'most',
    /\b(?:(?:not|no|nor) (?:to )?(?:more|later|longer|higher|greater) than|not (?:to )?exceed(?:ing)?|at most|up to|maximum(?: of)?)\b[^,]{0,30}$/i,
  ],
  ['least', /\b(?:at least|(?:not|no) (?:less|fewer|lower|shorter|earlier) than|minimum)\b[^,]{0,30}$/i],
  [
    'over',
    /(?<!\b(?:not|no|nor|never|neither)\b[^,.;]{0,24})\b(?:more than|exceed(?:s|ed|ing)?|longer than|greater than|higher than|in excess of|over)\b[^,]{0,30}$/i,
  ],
  [
    'under',
    /(?<!\b(?:not|no|nor|never|neither)\b[^,.;]{0,24})\b(?:less than|fewer than|lower than|shorter than|under|below)\b[^,]{0,30}$/i,
  ],
]

const contraryBounds: Record<Bound, Bound[]> = {
  most: ['least', 'over', 'under'],
  least: ['most', 'under'],
  over: ['most', 'under'],
  under: ['most', 'least', 'over'],
}

const zhPeriod = '(?:个?(?:工作日|日|天|月|年|小时|周|星期))?'
const ZH_BEFORE = new RegExp(`^${zhPeriod}(?:之|以)?前`)
const ZH_AFTER = new RegExp(`^${zhPeriod}(?:之|以)?后`)
const EN_AFTER_NUMBER =
  /^\)?[\s-]*(?:(?:calendar|working|business|full)[\s-]+)?(?:(?:day|month|year|week|hour)s?['’]?\s+)?/i

function zhContext(left: string, right: string): Pick<NumberContext, 'bound' | 'direction'> {
  const bound = zhBounds.find(([, leftPattern, rightPattern]) =>
    rightPattern ? rightPattern.test(right) : leftPattern.test(left),
  )?.[0]
  const direction = ZH_BEFORE.test(right)
    ? 'before'
    : ZH_AFTER.test(right)
      ? 'after'
      : /(?:提前|[^提目此从当之]前)(?:至少|不少于)?$/.test(left)
        ? 'before'
        : /(?:后|之日起|日起|起)(?:的|第)?$/.test(left)
          ? 'after'
          : undefined
  return { ...(bound && { bound }), ...(direction && { direction }) }
}

function enContext(left: string, right: string): Pick<NumberContext, 'bound' | 'direction'> {
  const bound = enBounds.find(([, leftPattern]) => leftPattern.test(left))?.[0]
  const textAfterUnit = right.slice(EN_AFTER_NUMBER.exec(right)?.[0].length ?? 0)
  const direction = /^(?:before|prior to|ahead of|in advance)\b/i.test(textAfterUnit)
    ? 'before'
    : /^(?:after|following|from)\b/i.test(textAfterUnit)
      ? 'after'
      : undefined
  return { ...(bound && { bound }), ...(direction && { direction }) }
}

/** The text of a side with each blank replaced by its name, so that every blank is compared separately. */
const withBlankNames = (runs: Run[]) =>
  runs
    .map(({ kind, text, target }) =>
      kind === 'field' && target ? `${BLANK_START}${target}${BLANK_END}` : kind === 'ref' ? '' : text,
    )
    .join('')

/** The context of every occurrence of each number and blank, in text order. */
function contextsIn(text: string, side: 'zh' | 'en'): Map<string, NumberContext[]> {
  const byNumber = new Map<string, NumberContext[]>()
  for (const match of text.matchAll(NUMBER)) {
    const key = match[0].startsWith(BLANK_START) ? match[0] : String(Number(match[0]))
    const end = match.index + match[0].length
    const left = text.slice(Math.max(0, match.index - MAX_BEFORE[side]), match.index)
    const right = text.slice(end, end + MAX_AFTER[side])
    byNumber.set(key, [...(byNumber.get(key) ?? []), contextOf(left, right, side)])
  }
  return byNumber
}

function contextOf(left: string, right: string, side: 'zh' | 'en'): NumberContext {
  const wordsBefore = left.split(side === 'zh' ? /[，。；：、（）]/ : /[,.;:]/).at(-1)!
  const wordsAfter = right.split(side === 'zh' ? /[，。；：、]/ : /[,.;:]/)[0]!
  const words = `${wordsBefore.slice(side === 'zh' ? -8 : -24)}…${wordsAfter.slice(0, side === 'zh' ? 8 : 24)}`
  const visible = words.replace(/[\ue000-\ue0ff]/g, '').trim()
  return {
    ...(side === 'zh'
      ? zhContext(wordsBefore, wordsAfter)
      : enContext(wordsBefore.replace(/\($/, ''), wordsAfter)),
    words: visible,
  }
}

/** Compares the words around equal numbers: at least or at most, before or after. */
export function compareContexts(runs: Sides<Run[]>): Finding[] {
  const zh = contextsIn(simplify(withBlankNames(runs.zh)), 'zh')
  const en = contextsIn(withBlankNames(runs.en), 'en')
  const findings: Finding[] = []
  for (const [key, contexts] of zh) {
    const otherContexts = en.get(key) ?? []
    if (otherContexts.length === contexts.length)
      findings.push(...contexts.flatMap((context, index) => differenceOf(context, otherContexts[index]!)))
  }
  return findings.slice(0, 1)
}

function differenceOf(zh: NumberContext, en: NumberContext): Finding[] {
  const detail = { zh: zh.words, en: en.words }
  if (zh.bound && en.bound && contraryBounds[zh.bound].includes(en.bound))
    return [{ check: 'limit', grade: 'probable', detail }]
  if (zh.direction && en.direction && zh.direction !== en.direction)
    return [{ check: 'anchor', grade: 'probable', detail }]
  return []
}
