import type { Run, Sides } from '../tree.ts'
import type { Finding } from './finding.ts'
import { simplify } from './side-text.ts'

/** The kind of bound that the words around a number express. */
type Bound = 'most' | 'least' | 'over' | 'under'
type Direction = 'before' | 'after'

interface Place {
  bound?: Bound
  direction?: Direction
  /** The number with the words around it. */
  words: string
}

/** Encloses the name of a blank, with `CLOSE`. */
const OPEN = '\ue050'
const CLOSE = '\ue051'
const NUMBER = /\ue050[^\ue050\ue051]*\ue051|\d+(?:\.\d+)?/g

/** How many characters before and after a number are searched for words, within its half-sentence. */
const LEFT = { zh: 24, en: 64 }
const RIGHT = { zh: 14, en: 60 }

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

const contrary: Record<Bound, Bound[]> = {
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

function zhPlace(left: string, right: string): Pick<Place, 'bound' | 'direction'> {
  const bound = zhBounds.find(([, before, after]) => (after ? after.test(right) : before.test(left)))?.[0]
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

function enPlace(left: string, right: string): Pick<Place, 'bound' | 'direction'> {
  const bound = enBounds.find(([, before]) => before.test(left))?.[0]
  const rest = right.slice(EN_AFTER_NUMBER.exec(right)?.[0].length ?? 0)
  const direction = /^(?:before|prior to|ahead of|in advance)\b/i.test(rest)
    ? 'before'
    : /^(?:after|following|from)\b/i.test(rest)
      ? 'after'
      : undefined
  return { ...(bound && { bound }), ...(direction && { direction }) }
}

/** The text of a side with each blank replaced by its name, so that every blank is compared separately. */
const named = (runs: Run[]) =>
  runs
    .map(({ kind, text, of }) =>
      kind === 'field' && of ? `${OPEN}${of}${CLOSE}` : kind === 'ref' ? '' : text,
    )
    .join('')

/** The context of every occurrence of each number and blank, in text order. */
function placesIn(text: string, side: 'zh' | 'en'): Map<string, Place[]> {
  const byNumber = new Map<string, Place[]>()
  for (const match of text.matchAll(NUMBER)) {
    const key = match[0].startsWith(OPEN) ? match[0] : String(Number(match[0]))
    const end = match.index + match[0].length
    const left = text.slice(Math.max(0, match.index - LEFT[side]), match.index)
    const right = text.slice(end, end + RIGHT[side])
    byNumber.set(key, [...(byNumber.get(key) ?? []), placeOf(left, right, side)])
  }
  return byNumber
}

function placeOf(left: string, right: string, side: 'zh' | 'en'): Place {
  const before = left.split(side === 'zh' ? /[，。；：、（）]/ : /[,.;:]/).at(-1)!
  const after = right.split(side === 'zh' ? /[，。；：、]/ : /[,.;:]/)[0]!
  const words = `${before.slice(side === 'zh' ? -8 : -24)}…${after.slice(0, side === 'zh' ? 8 : 24)}`
  const visible = words.replace(/[\ue000-\ue0ff]/g, '').trim()
  return {
    ...(side === 'zh' ? zhPlace(before, after) : enPlace(before.replace(/\($/, ''), after)),
    words: visible,
  }
}

/** Compares the words around equal numbers: at least or at most, before or after. */
export function compareContexts(runs: Sides<Run[]>): Finding[] {
  const zh = placesIn(simplify(named(runs.zh)), 'zh')
  const en = placesIn(named(runs.en), 'en')
  const findings: Finding[] = []
  for (const [key, places] of zh) {
    const others = en.get(key) ?? []
    if (others.length === places.length)
      findings.push(...places.flatMap((place, at) => differenceOf(place, others[at]!)))
  }
  return findings.slice(0, 1)
}

function differenceOf(one: Place, other: Place): Finding[] {
  const detail = { zh: one.words, en: other.words }
  if (one.bound && other.bound && contrary[one.bound].includes(other.bound))
    return [{ check: 'limit', grade: 'probable', detail }]
  if (one.direction && other.direction && one.direction !== other.direction)
    return [{ check: 'anchor', grade: 'probable', detail }]
  return []
}
