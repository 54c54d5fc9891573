import * as v from 'valibot'

/** A time in ISO 8601. */
export const Moment = v.pipe(v.string(), v.isoTimestamp())

/** A text in both languages of documents. */
export const Twin = v.object({ zh: v.string(), en: v.string() })

/** The languages of a document. */
export const Languages = v.object({
  primary: v.picklist(['zh', 'en']),
  bilingual: v.boolean(),
  script: v.picklist(['Hans', 'Hant']),
})

const limit = v.pipe(
  v.optional(v.string(), '20'),
  v.regex(/^\d{1,3}$/),
  v.transform(Number),
  v.minValue(1),
  v.maxValue(100),
)

export const ListQuery = v.object({
  keyword: v.optional(v.pipe(v.string(), v.maxLength(100))),
  after: v.optional(v.pipe(v.string(), v.maxLength(500))),
  limit,
})

/** A page of a list; `next` is the value of `after` for the next page. */
export const Page = <Item extends v.GenericSchema>(item: Item) =>
  v.object({ items: v.array(item), next: v.nullable(v.string()) })
