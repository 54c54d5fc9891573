import * as v from 'valibot'
import { LOCALES } from '#src/core/i18n.ts'
import type { Values } from '#src/http/body.ts'
import type { ReplyTexts } from './schema.ts'

/** characters; a reply has to fit into a message of the online service */
export const MAX_LENGTHS = { name: 60, text: 2000 }

const words = (max: number) =>
  v.pipe(
    v.optional(v.string(), ''),
    v.trim(),
    v.nonEmpty('common.problem.required'),
    v.maxLength(max, 'common.problem.tooLong'),
  )

/** Its name, and `text_zh_CN` and so on, each required. */
export const ReplyForm = v.object({
  name: words(MAX_LENGTHS.name),
  ...(Object.fromEntries(LOCALES.map((locale) => [`text_${locale}`, words(MAX_LENGTHS.text)])) as Record<
    `text_${(typeof LOCALES)[number]}`,
    ReturnType<typeof words>
  >),
})

export const textsOf = (fields: v.InferOutput<typeof ReplyForm>) =>
  Object.fromEntries(LOCALES.map((locale) => [locale, fields[`text_${locale}`]])) as ReplyTexts

export const valuesOf = (name: string, texts: ReplyTexts): Values => ({
  name,
  ...Object.fromEntries(LOCALES.map((locale) => [`text_${locale}`, texts[locale]])),
})
