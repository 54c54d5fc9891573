import * as v from 'valibot'
import { idPattern } from '../marks.ts'
import type { Condition, Template } from './template.ts'

const text = v.pipe(v.string(), v.nonEmpty('is empty'))
const id = v.pipe(
  v.string(),
  v.regex(idPattern, 'may only hold lower case letters, digits and single hyphens'),
)
const twin = v.strictObject({ zh: text, en: text, hant: v.optional(text) })
const words = v.strictObject({ zh_CN: text, en_US: text, zh_TW: v.optional(text) })
const wholeNumber = v.pipe(v.number(), v.integer('must be a whole number'))
const count = v.pipe(wholeNumber, v.minValue(1, 'must be at least 1'))
const unit = v.picklist(['day', 'working-day', 'month', 'year'])
const identity = v.picklist(['individual', 'company', 'any'])

const fieldValue = v.union([
  v.string(),
  v.number(),
  v.boolean(),
  v.strictObject({ zh: v.string(), en: v.string() }),
  v.strictObject({ amount: v.number(), currency: v.string() }),
  v.strictObject({ count: v.number(), unit }),
])

const field = v.strictObject({
  id,
  type: v.picklist(['text', 'longtext', 'number', 'money', 'date', 'period', 'choice', 'boolean']),
  group: v.picklist(['subject', 'money', 'dates', 'choices', 'other']),
  label: words,
  hint: v.optional(words),
  required: v.optional(v.boolean()),
  min: v.optional(v.number()),
  max: v.optional(v.number()),
  currencies: v.optional(v.array(v.pipe(v.string(), v.regex(/^[A-Z]{3}$/, 'is not an ISO 4217 code')))),
  units: v.optional(v.array(unit)),
  options: v.optional(v.array(v.strictObject({ id, label: words, text: twin }))),
  default: v.optional(fieldValue),
})

const condition: v.GenericSchema<Condition> = v.lazy(() =>
  v.union([
    v.strictObject({ field: id, is: v.union([v.string(), v.boolean()]) }),
    v.strictObject({ filled: id }),
    v.strictObject({ kept: id }),
    v.strictObject({ chosen: id, alternative: id }),
    v.strictObject({ parties: v.strictObject({ atLeast: count }) }),
    v.strictObject({ all: v.array(condition) }),
    v.strictObject({ any: v.array(condition) }),
    v.strictObject({ not: condition }),
  ]),
)

const clauseEntries = {
  id,
  text: twin,
  droppable: v.boolean(),
  alternatives: v.optional(v.array(v.strictObject({ id, label: words, text: twin }))),
  when: v.optional(condition),
  guidance: v.optional(words),
}
const item = v.strictObject(clauseEntries)
const clause = v.strictObject({ ...clauseEntries, items: v.optional(v.array(item)) })

const article = v.strictObject({
  id,
  title: twin,
  when: v.optional(condition),
  guidance: v.optional(words),
  clauses: v.pipe(v.array(clause), v.nonEmpty('has no clause')),
})

const role = v.strictObject({
  key: v.pipe(v.string(), v.regex(/^[a-j]$/, 'must be one of a to j')),
  role: twin,
  identity,
  signs: v.boolean(),
})

/** The shape of a template, after `zh` and `en` were gathered under `text` and defaults were set. */
export const templateSchema = v.strictObject({
  code: id,
  version: count,
  title: twin,
  category: text,
  tags: v.array(text),
  type: v.picklist(['I', 'II']),
  payType: v.picklist(['usage']),
  feeCategory: v.picklist(['free-demo', 'paid']),
  languages: v.pipe(v.array(v.picklist(['zh-Hans', 'zh-Hant', 'en'])), v.nonEmpty('is empty')),
  jurisdictions: v.array(text),
  eSign: v.boolean(),
  form: v.picklist(['contract', 'resolution']),
  prevailing: twin,
  purpose: words,
  notFor: words,
  minutes: v.pipe(v.number(), v.minValue(1, 'must be at least 1')),
  parties: v.pipe(v.array(role), v.nonEmpty('is empty'), v.maxLength(10, 'lists more than ten parties')),
  moreParties: v.optional(
    v.strictObject({ role: twin, identity, upTo: v.pipe(count, v.maxValue(10, 'must be at most 10')) }),
  ),
  recitals: v.array(item),
  fields: v.array(field),
  articles: v.pipe(v.array(article), v.nonEmpty('is empty')),
}) satisfies v.GenericSchema<unknown, Template>
