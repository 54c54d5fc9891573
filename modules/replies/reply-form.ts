import * as v from 'valibot'
import { LOCALES } from '#src/core/i18n.ts'
import type { Values } from '#src/http/body.ts'
import type { ReplyTexts } from './schema.ts'

/** In characters; a reply has to fit into a chat message. */
export const MAX_LENGTHS = { name: 60, text: 2000 }

const requiredText = (max: number) =>
  v.pipe(
    v.optional(v.string(), ''),
    v.trim(),
    v.nonEmpty('common.problem.required'),
    v.maxLength(max, 'common.problem.tooLong'),
  )

/** The name of the reply, and its text in each language as `text_zh_CN` and so on; all are required. */
export const ReplyForm = v.object({
  name: requiredText(MAX_LENGTHS.name),
  ...(Object.fromEntries(
    LOCALES.map((locale) => [`text_${locale}`, requiredText(MAX_LENGTHS.text)]),
  ) as Record<`text_${(typeof LOCALES)[number]}`, ReturnType<typeof requiredText>>),
})

export const textsOf = (fields: v.InferOutput<typeof ReplyForm>) =>
  Object.fromEntries(LOCALES.map((locale) => [locale, fields[`text_${locale}`]])) as ReplyTexts

export const valuesOf = (name: string, texts: ReplyTexts): Values => ({
  name,
  ...Object.fromEntries(LOCALES.map((locale) => [`text_${locale}`, texts[locale]])),
})
