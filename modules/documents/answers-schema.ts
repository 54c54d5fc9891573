import * as v from 'valibot'
import { checks } from '#assembly/agreement/finding.ts'
import { maxQuoteLength } from '#assembly/agreement/second-reading.ts'
import { maxConfirmations, maxReasonLength } from '#assembly/confirmation/confirmation.ts'
import { maxColumns, maxRows } from '#assembly/tables/table.ts'
import { twinAttributes } from '#assembly/twins.ts'

/** The schema of the editor's requests; unknown keys are dropped, so that they cannot be stored. */
const text = (max: number) => v.pipe(v.string(), v.maxLength(max))
/** The limit is higher than that of a final text: pasted text is stored until it is shortened. */
const longText = text(100_000)
/** Clauses are looked up by id, and 'constructor' would match a property that every object inherits. */
const id = v.pipe(v.string(), v.regex(/^(?!constructor$)[a-z0-9-]{1,64}$/))
const side = v.picklist(['zh', 'en'])
const amount = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1e13))

const currency = v.pipe(v.string(), v.regex(/^[A-Z]{3}$/))
const period = v.object({
  count: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100_000)),
  unit: v.picklist(['day', 'working-day', 'month', 'year']),
})

/** A cell is short, but text pasted by mistake is stored up to this length until it is shortened. */
const cellText = text(5_000)
const CellValue = v.union([
  cellText,
  v.pipe(v.number(), v.finite()),
  v.boolean(),
  v.object({ zh: cellText, en: cellText, stale: v.optional(side) }),
  period,
])
const TableRow = v.object({
  id,
  cells: v.pipe(
    v.record(id, CellValue),
    v.check((cells) => Object.keys(cells).length <= maxColumns),
  ),
})
const TableValue = v.object({
  rows: v.pipe(
    v.array(TableRow),
    v.maxLength(maxRows),
    v.check((rows) => new Set(rows.map((row) => row.id)).size === rows.length),
  ),
  currency: v.optional(currency),
})

const FieldValue = v.union([
  longText,
  v.pipe(v.number(), v.finite()),
  v.boolean(),
  v.object({ zh: longText, en: longText, stale: v.optional(side) }),
  v.object({ amount, currency }),
  period,
  TableValue,
])

const ClauseAnswer = v.object({
  dropped: v.optional(v.literal(true)),
  alternative: v.optional(id),
  custom: v.optional(v.object({ zh: longText, en: longText })),
  stale: v.optional(side),
  meant: v.optional(
    v.pipe(
      v.array(v.object({ check: v.picklist(checks), of: text(40), zh: text(200), en: text(200) })),
      v.maxLength(100),
    ),
  ),
})

const partyKey = v.pipe(v.string(), v.regex(/^[a-j]$/))

const attribute = text(2_000)

const Party = v.object({
  key: partyKey,
  identity: v.picklist(['individual', 'company']),
  name: attribute,
  nameEn: attribute,
  idNumber: attribute,
  address: attribute,
  phone: attribute,
  email: attribute,
  legalRepresentative: attribute,
  signerName: attribute,
  signerTitle: attribute,
  addressEn: v.optional(attribute),
  legalRepresentativeEn: v.optional(attribute),
  signerNameEn: v.optional(attribute),
  signerTitleEn: v.optional(attribute),
  stale: v.optional(v.partial(v.object(v.entriesFromList(twinAttributes, side)))),
  place: v.optional(v.picklist(['mainland', 'hmt', 'abroad'])),
  bank: v.optional(attribute),
  bankEn: v.optional(attribute),
  vote: v.optional(v.picklist(['for', 'against', 'abstain', 'absent'])),
  share: v.optional(text(20)),
  role: v.optional(v.object({ zh: text(60), en: text(60), hant: v.optional(text(60)) })),
})

/** `clause:payment`, `field:scope`, `cell:goods.r3.name` or `party:b.address`. */
const textKey = v.pipe(v.string(), v.regex(/^(?:clause|field|cell|party):[a-zA-Z0-9.-]{1,200}$/))

export const AnswersSchema = v.object({
  languages: v.object({
    primary: side,
    bilingual: v.boolean(),
    script: v.picklist(['Hans', 'Hant']),
  }),
  fields: v.record(id, FieldValue),
  clauses: v.record(id, ClauseAnswer),
  added: v.pipe(
    v.array(
      v.object({
        id,
        article: id,
        after: v.nullable(id),
        within: v.optional(id),
        from: v.optional(v.object({ template: id, clause: id, alternative: v.optional(id) })),
      }),
    ),
    v.maxLength(200),
  ),
  addedArticles: v.optional(v.pipe(v.array(v.object({ id, after: v.nullable(id) })), v.maxLength(50))),
  parties: v.pipe(v.array(Party), v.maxLength(10)),
  signatureArea: v.object({
    order: v.pipe(v.array(partyKey), v.maxLength(10)),
    place: v.boolean(),
    date: v.boolean(),
    seal: v.boolean(),
  }),
  position: v.optional(v.pipe(v.string(), v.regex(/^(?:[a-j]|neutral)$/))),
  confirmed: v.optional(
    v.pipe(
      v.array(v.object({ point: text(300), reason: v.optional(text(maxReasonLength)) })),
      v.maxLength(maxConfirmations),
    ),
  ),
  machine: v.optional(v.record(textKey, text(40))),
  doubted: v.optional(
    v.record(textKey, v.object({ of: text(40), zh: text(maxQuoteLength), en: text(maxQuoteLength) })),
  ),
})

export const SaveSchema = v.object({
  version: v.pipe(v.number(), v.integer(), v.minValue(1)),
  answers: AnswersSchema,
  /** The action that changed the text, unless it was typed: replacing all occurrences. */
  cause: v.optional(v.picklist(['replace'])),
})
