import { newPartId } from '../ids.ts'

type BlankKind = 'text' | 'number' | 'money' | 'date' | 'period'

/** A field that replaces a blank of a Word file. */
export interface BlankField {
  id: string
  type: BlankKind
  group: 'subject' | 'money' | 'dates'
  label: { zh_CN: string; en_US: string }
  required: true
  max?: number
  currencies?: string[]
  units?: string[]
}

interface Span {
  start: number
  end: number
}

interface Blank {
  /** The blank itself. */
  line: Span
  /** The blank with the surrounding words that the field prints too, such as 人民币…元 or … days. */
  wholeSpan: Span
  kind: BlankKind
  /** The currency, or the unit of the period. */
  unit?: string
  /** The blank's own label, such as `[Product]`, or else the words before it. */
  label: string
  isNamed?: boolean
}

/** Underscores, or brackets around spaces, dots, or a few words without punctuation. */
const BLANK =
  /_{2,}|＿{2,}|[[［【〔][\s_＿●•*…-]{0,40}[\]］】〕]|\[[\p{L}\p{N} /&-]{1,40}\]|【[\p{L}\p{N} /]{1,20}】/gu
const MARKS = /[[\]［］【】〔〕\s_＿●•*…-]/g
const CURRENCIES: [RegExp, RegExp, string][] = [
  [/(?:人民币|RMB|CNY|[¥￥])\s{0,9}$/, /^\s{0,9}元整?/, 'CNY'],
  [/(?:USD|US\$)\s{0,9}$/, /^\s{0,9}美元/, 'USD'],
]
const UNITS: [RegExp, string][] = [
  [/^\s{0,9}(?:个?工作日|(?:working|business) days?\b)/i, 'working-day'],
  [/^\s{0,9}(?:日|天|days?\b)/i, 'day'],
  [/^\s{0,9}(?:个月|months?\b)/i, 'month'],
  [/^\s{0,9}(?:年|years?\b)/i, 'year'],
]

/** The blanks of a text, in order. */
function blanksOf(text: string): Blank[] {
  const blanks: Blank[] = []
  for (const { index, 0: blankText } of text.matchAll(BLANK)) {
    const bracketText = blankText.replaceAll(MARKS, '') ? blankText.slice(1, -1).trim() : ''
    blanks.push(blankAt(text, { start: index, end: index + blankText.length }, bracketText))
    joinDate(text, blanks)
  }
  return blanks
}

/** Three blanks followed by 年, 月 and 日 are one date. */
function joinDate(text: string, blanks: Blank[]) {
  const [year, month, day] = blanks.slice(-3)
  if (!year || !month || !day) return
  const textBetween = (firstBlank: Blank, secondBlank: Blank) =>
    text.slice(firstBlank.line.end, secondBlank.line.start).trim()
  const textAfterDay = text.slice(day.line.end)
  if (
    textBetween(year, month) !== '年' ||
    textBetween(month, day) !== '月' ||
    !textAfterDay.trim().startsWith('日')
  )
    return
  const span = { start: year.line.start, end: day.line.end + textAfterDay.indexOf('日') + 1 }
  blanks.splice(-3, 3, { line: span, wholeSpan: span, kind: 'date', label: year.label })
}

function blankAt(text: string, line: Span, bracketText: string): Blank {
  const textBefore = text.slice(0, line.start)
  const textAfter = text.slice(line.end)
  const label = bracketText || lastWords(textBefore)
  for (const [leading, trailing, unit] of CURRENCIES) {
    const leadLength = leading.exec(textBefore.slice(-20))?.[0].length ?? 0
    const trailLength = trailing.exec(textAfter)?.[0].length ?? 0
    if (!leadLength && !trailLength) continue
    const wholeSpan = { start: line.start - leadLength, end: line.end + trailLength }
    return {
      line,
      wholeSpan,
      kind: 'money',
      unit,
      label: bracketText || lastWords(text.slice(0, wholeSpan.start)),
    }
  }
  if (/^\s{0,9}[%％]/.test(textAfter)) return { line, wholeSpan: line, kind: 'number', label }
  for (const [pattern, unit] of UNITS) {
    const trail = pattern.exec(textAfter)?.[0].length
    if (trail) return { line, wholeSpan: { ...line, end: line.end + trail }, kind: 'period', unit, label }
  }
  return { line, wholeSpan: line, kind: 'text', label, ...(bracketText && { isNamed: true }) }
}

const BOUNDARY = /[，。；：、,;:.()（）“”"[\]【】_＿{}]/
const LINKING = /(?:为|是|自|至|于|在|\s(?:is|of|from|to|the|be|at|by|within))$/i
/** Words that cannot be the name of a blank: a party, the rest of a date, a single short word. */
const NO_NAME = /^(?:[甲乙丙丁]方.{0,4}|[年月日起]{0,3}|.|.{0,20}Party [A-J]|[a-z]{1,4})$/i

/** The last words of the sentence before a blank, used as name of the field; '' if they cannot be a name. */
function lastWords(textBefore: string): string {
  const sentence = textBefore
    .slice(-80)
    .trim()
    .replace(/[:：]$/, '')
    .split(BOUNDARY)
    .at(-1)!
    .trim()
  const words = sentence.replace(LINKING, '').trim()
  const name = /\p{Script=Han}/u.test(words) ? words.slice(-12) : words.split(/\s+/).slice(-4).join(' ')
  return NO_NAME.test(name) ? '' : name
}

/**
 * Replaces the blanks of a text by fields, which it adds to `fields`. If the languages have different
 * numbers of blanks, the blanks remain, because it is unknown which belong together.
 */
export function fieldsForBlanks(
  { zh, en }: { zh: string; en: string },
  fields: BlankField[],
  usedIds: Set<string>,
): { zh: string; en: string } {
  const blanks = { zh: blanksOf(zh), en: blanksOf(en) }
  if (zh && en && blanks.zh.length !== blanks.en.length) return { zh, en }
  const marks: { zh: [Span, string][]; en: [Span, string][] } = { zh: [], en: [] }
  for (const pair of pairBlanks(blanks)) {
    const blank = commonProperties(pair)
    const field = fieldOf(blank, pair, fields.length + 1, usedIds)
    fields.push(field)
    for (const side of ['zh', 'en'] as const) {
      const sideBlank = pair[side]
      if (sideBlank)
        marks[side].push([blank.kind === 'text' ? sideBlank.line : sideBlank.wholeSpan, field.id])
    }
  }
  return { zh: withMarks(zh, marks.zh), en: withMarks(en, marks.en) }
}

interface BlankPair {
  zh?: Blank
  en?: Blank
}

/** In English, a date looks like any other blank. */
const kindKeyOf = ({ kind, unit, isNamed }: Blank) =>
  isNamed ? 'named' : kind === 'date' || kind === 'text' ? 'plain' : `${kind} ${unit}`

/**
 * Pairs each Chinese blank with the first English blank of its kind, or else with the first remaining one.
 */
function pairBlanks({ zh, en }: { zh: Blank[]; en: Blank[] }): BlankPair[] {
  if (!zh.length || !en.length) return [...zh.map((one) => ({ zh: one })), ...en.map((one) => ({ en: one }))]
  const remaining = [...en]
  const pairs = zh.map((one): BlankPair => {
    const index = remaining.findIndex((other) => kindKeyOf(other) === kindKeyOf(one))
    return { zh: one, en: index < 0 ? undefined : remaining.splice(index, 1)[0] }
  })
  return pairs.map((pair) => (pair.en ? pair : { ...pair, en: remaining.shift() }))
}

/** The properties of the blank in which both languages agree. */
function commonProperties({ zh, en }: BlankPair): Pick<Blank, 'kind' | 'unit'> {
  if (!zh || !en) return zh ?? en!
  if (zh.kind === 'date' && en.kind === 'text') return zh
  return zh.kind === en.kind && zh.unit === en.unit ? zh : { kind: 'text' }
}

const GROUPS = { money: 'money', date: 'dates', period: 'dates', text: 'subject', number: 'subject' } as const

function fieldOf(
  { kind, unit }: Pick<Blank, 'kind' | 'unit'>,
  { zh, en }: BlankPair,
  count: number,
  usedIds: Set<string>,
): BlankField {
  const id = newPartId(en?.label ?? '', usedIds, `blank-${count}`)
  usedIds.add(id)
  return {
    id,
    type: kind,
    group: GROUPS[kind],
    label: labelOf(kind, { zh: zh?.label, en: en?.label }, count),
    required: true,
    ...(kind === 'text' && { max: 200 }),
    ...(kind === 'money' && { currencies: [unit!] }),
    ...(kind === 'period' && { units: [unit!] }),
  }
}

const DATE = { zh_CN: '日期', en_US: 'Date' }

function labelOf(kind: BlankKind, { zh, en }: { zh?: string; en?: string }, count: number) {
  const fallback = kind === 'date' ? DATE : { zh_CN: '空白', en_US: 'Blank' }
  return { zh_CN: zh || `${fallback.zh_CN}${count}`, en_US: en || `${fallback.en_US} ${count}` }
}

function withMarks(text: string, marks: [Span, string][]): string {
  let result = ''
  let position = 0
  for (const [{ start, end }, id] of marks.toSorted(([one], [other]) => one.start - other.start)) {
    result += `${text.slice(position, start)}{${id}}`
    position = end
  }
  return result + text.slice(position)
}
