import * as v from 'valibot'
import { DATE_KINDS } from '../dates/key-date.ts'
import { idPattern, partyAttributes } from '../marks.ts'
import type { FaultCode } from './faults.ts'
import type { Amount, Condition, Template } from './template.ts'
import type { TemplateNotes } from './template-notes.ts'

/** The schema's message for an issue is the code of a fault. */
const faultCode = (code: FaultCode) => code

const text = v.pipe(v.string(), v.nonEmpty(faultCode('empty')))
const id = v.pipe(v.string(), v.regex(idPattern, faultCode('badId')))
const was = v.optional(v.union([id, v.array(id)]))
const twin = v.strictObject({ zh: text, en: text, hant: v.optional(text) })
const words = v.strictObject({ zh_CN: text, en_US: text, zh_TW: v.optional(text) })
const wholeNumber = v.pipe(v.number(), v.integer(faultCode('notWhole')))
const count = v.pipe(wholeNumber, v.minValue(1, faultCode('belowOne')))
const unit = v.picklist(['day', 'working-day', 'month', 'year'])
const identity = v.picklist(['individual', 'company', 'any'])
const place = v.picklist(['mainland', 'hmt', 'abroad'])
const attributes = v.pipe(v.array(v.picklist(partyAttributes)), v.nonEmpty(faultCode('empty')))
const votes = v.picklist(['for', 'against', 'abstain', 'absent', 'present'])
const period = v.strictObject({ count: v.number(), unit })
const bound = v.union([
  v.number(),
  v.strictObject({
    day: v.optional(v.number()),
    'working-day': v.optional(v.number()),
    month: v.optional(v.number()),
    year: v.optional(v.number()),
  }),
])

const cellValue = v.union([
  v.string(),
  v.number(),
  v.boolean(),
  v.strictObject({ zh: v.string(), en: v.string() }),
  period,
])
const fieldValue = v.union([
  cellValue,
  v.strictObject({ amount: v.number(), currency: v.string() }),
  v.strictObject({
    rows: v.array(v.strictObject({ id, cells: v.record(id, cellValue) })),
    currency: v.optional(v.string()),
  }),
])

const options = v.optional(v.array(v.strictObject({ id, was, label: words, text: twin })))
const units = v.optional(v.array(unit))
const cellTypes = ['text', 'number', 'money', 'date', 'period', 'choice', 'boolean'] as const

const holds = v.optional(v.picklist(['person', 'account', 'address', 'contact', 'identifier']))

const column = v.strictObject({
  id,
  was,
  type: v.picklist(cellTypes),
  text: twin,
  hint: v.optional(words),
  required: v.optional(v.boolean()),
  holds,
  min: v.optional(bound),
  max: v.optional(bound),
  units,
  options,
  times: v.optional(v.tuple([id, id])),
  total: v.optional(v.literal(true)),
})

const field = v.strictObject({
  id,
  was,
  type: v.picklist([...cellTypes, 'longtext', 'table']),
  group: v.picklist(['subject', 'money', 'dates', 'choices', 'other']),
  label: words,
  hint: v.optional(words),
  required: v.optional(v.boolean()),
  holds,
  min: v.optional(bound),
  max: v.optional(bound),
  inWords: v.optional(v.literal(true)),
  computed: v.optional(
    v.strictObject({ taxOn: id, rate: id, includedIf: v.strictObject({ field: id, is: v.string() }) }),
  ),
  currencies: v.optional(v.array(v.pipe(v.string(), v.regex(/^[A-Z]{3}$/, faultCode('badCurrency'))))),
  units,
  options,
  columns: v.optional(v.array(column)),
  rows: v.optional(v.strictObject({ least: v.optional(count), most: v.optional(count) })),
  numbered: v.optional(v.literal(true)),
  default: v.optional(fieldValue),
  past: v.optional(v.literal(true)),
})

const columnOf = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]*\.[a-z][a-z0-9-]*$/, faultCode('badTotal')))

const amount: v.GenericSchema<Amount> = v.lazy(() =>
  v.union([
    v.number(),
    id,
    period,
    v.strictObject({ sum: v.pipe(v.array(amount), v.nonEmpty(faultCode('empty'))) }),
    v.strictObject({ times: v.tuple([amount, amount]) }),
    v.strictObject({ least: v.pipe(v.array(amount), v.nonEmpty(faultCode('empty'))) }),
    v.strictObject({ severanceMonths: v.tuple([id, id]) }),
    v.strictObject({ after: id, by: v.union([id, period]) }),
    v.strictObject({ votes }),
    v.strictObject({ rows: id }),
    v.strictObject({ earliest: columnOf }),
    v.strictObject({ latest: columnOf }),
    v.strictObject({ voters: v.picklist(['for', 'against', 'abstain', 'absent', 'present', 'all']) }),
    v.strictObject({ age: v.pipe(v.string(), v.regex(/^([a-j]|it)$/, faultCode('badParty'))), on: id }),
    v.strictObject({ total: columnOf }),
  ]),
)

const condition: v.GenericSchema<Condition> = v.lazy(() =>
  v.union([
    v.strictObject({ field: id, is: v.union([v.string(), v.boolean()]) }),
    v.strictObject({ filled: id }),
    v.strictObject({ kept: id }),
    v.strictObject({ chosen: id, alternative: id }),
    v.strictObject({ parties: v.strictObject({ atLeast: count }) }),
    v.strictObject({ less: v.tuple([amount, amount]) }),
    v.strictObject({ atMost: v.tuple([amount, amount]) }),
    v.strictObject({ equal: v.tuple([amount, amount]) }),
    v.strictObject({ currency: id, is: v.string() }),
    v.strictObject({ sameCurrency: v.tuple([id, id]) }),
    v.strictObject({ named: id }),
    v.strictObject({ ascending: columnOf }),
    v.strictObject({ every: v.union([id, columnOf]), in: v.union([id, columnOf]) }),
    v.strictObject({ some: v.union([id, columnOf]), in: v.union([id, columnOf]) }),
    v.strictObject({
      party: v.pipe(v.string(), v.regex(/^([a-j]|any|every|it)$/, faultCode('badParty'))),
      is: v.optional(v.picklist(['individual', 'company'])),
      from: v.optional(place),
      has: v.optional(attributes),
    }),
    v.strictObject({ all: v.array(condition) }),
    v.strictObject({ any: v.array(condition) }),
    v.strictObject({ not: condition }),
  ]),
)

const position = {
  favours: v.optional(text),
  fallback: v.optional(count),
}

const clauseEntries = {
  id,
  was,
  text: twin,
  droppable: v.boolean(),
  alternatives: v.optional(v.array(v.strictObject({ id, was, label: words, text: twin, ...position }))),
  ...position,
  when: v.optional(condition),
  guidance: v.optional(words),
  emphasis: v.optional(v.literal(true)),
  fixed: v.optional(v.literal(true)),
  statutory: v.optional(v.literal(true)),
}
const item = v.strictObject(clauseEntries)
const clause = v.strictObject({
  ...clauseEntries,
  items: v.optional(v.array(item)),
  join: v.optional(v.picklist(['and', 'or'])),
  table: v.optional(id),
})

const article = v.strictObject({
  id,
  was,
  title: twin,
  when: v.optional(condition),
  unnumbered: v.optional(v.literal(true)),
  pageBreak: v.optional(v.picklist(['after'])),
  guidance: v.optional(words),
  clauses: v.pipe(v.array(clause), v.nonEmpty(faultCode('noClauses'))),
})

const traits = {
  role: twin,
  was: v.optional(v.union([text, v.array(text)])),
  identity,
  label: v.optional(twin),
  requires: v.optional(attributes),
  place: v.optional(place),
  votes: v.optional(v.union([v.literal(true), v.literal('one')])),
}
const role = v.strictObject({
  key: v.pipe(v.string(), v.regex(/^[a-j]$/, faultCode('badKey'))),
  ...traits,
  signs: v.boolean(),
})

const rule = v.strictObject({
  id,
  when: v.optional(condition),
  must: condition,
  each: v.optional(v.literal(true)),
  at: text,
  message: words,
})

const daySource = v.union([id, columnOf])
const days = v.union([daySource, v.pipe(v.array(daySource), v.nonEmpty(faultCode('empty')))])
const by = v.union([id, period])
const keyDate = v.strictObject({
  id,
  label: words,
  kind: v.optional(v.picklist(DATE_KINDS)),
  on: v.union([
    days,
    v.strictObject({ after: days, by }),
    v.strictObject({ from: days, by }),
    v.strictObject({ before: days, by }),
  ]),
  when: v.optional(condition),
  remind: v.optional(
    v.pipe(wholeNumber, v.minValue(0, faultCode('notDays')), v.maxValue(365, faultCode('notDays'))),
  ),
})

/** The schema of a template after `fromYaml`: `zh` and `en` gathered under `text`, defaults set. */
export const templateSchema = v.strictObject({
  code: id,
  version: count,
  title: twin,
  category: text,
  tags: v.array(text),
  type: v.picklist(['I', 'II']),
  payType: v.picklist(['usage']),
  feeCategory: v.picklist(['free-demo', 'paid']),
  languages: v.pipe(v.array(v.picklist(['zh-Hans', 'zh-Hant', 'en'])), v.nonEmpty(faultCode('empty'))),
  jurisdictions: v.array(text),
  eSign: v.union([v.boolean(), v.literal('licensed')]),
  signingNote: v.optional(words),
  form: v.picklist(['contract', 'resolution', 'decision']),
  self: v.optional(twin),
  prevailing: twin,
  prevails: v.optional(v.picklist(['zh', 'en'])),
  needs: v.optional(v.picklist(['zh', 'en'])),
  purpose: words,
  notFor: words,
  minutes: v.pipe(v.number(), v.minValue(1, faultCode('belowOne'))),
  parties: v.pipe(
    v.array(role),
    v.nonEmpty(faultCode('empty')),
    v.maxLength(10, faultCode('overTenParties')),
  ),
  moreParties: v.optional(
    v.strictObject({
      ...traits,
      upTo: v.pipe(count, v.maxValue(10, faultCode('aboveTen'))),
      signs: v.optional(v.literal(false)),
    }),
  ),
  recitals: v.array(item),
  fields: v.array(field),
  articles: v.pipe(v.array(article), v.nonEmpty(faultCode('empty'))),
  annexes: v.optional(v.array(article)),
  rules: v.optional(v.array(rule)),
  advise: v.optional(v.array(rule)),
  dates: v.optional(v.array(keyDate)),
}) satisfies v.GenericSchema<unknown, Template>

/** The schema of the parts of a file that are not the template itself. */
export const notesSchema = v.strictObject({
  review: v.optional(v.array(text)),
  law: v.optional(text),
  sample: v.optional(
    v.strictObject({
      fields: v.record(id, fieldValue),
      chosen: v.optional(v.record(id, id)),
      parties: v.array(v.record(v.string(), v.string())),
    }),
  ),
}) satisfies v.GenericSchema<unknown, TemplateNotes>
