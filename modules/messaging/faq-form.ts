import * as v from 'valibot'
import { LOCALES } from '#src/core/i18n.ts'
import type { Values } from '#src/http/body.ts'
import type { FaqTexts } from './desk-faq.ts'

/** The maximum length of each text, in characters. */
export const MAX_LENGTHS = { question: 200, answer: 2000 }

const requiredText = (max: number) =>
  v.pipe(
    v.optional(v.string(), ''),
    v.trim(),
    v.nonEmpty('common.problem.required'),
    v.maxLength(max, 'common.problem.tooLong'),
  )

const inAllLanguages = <T>(name: string, value: T) =>
  LOCALES.map((locale) => [`${name}_${locale}`, value] as const)

/** The fields `question_zh_CN`, `answer_zh_CN` and so on, each required. */
export const FaqForm = v.object(
  Object.fromEntries([
    ...inAllLanguages('question', requiredText(MAX_LENGTHS.question)),
    ...inAllLanguages('answer', requiredText(MAX_LENGTHS.answer)),
  ]) as Record<string, ReturnType<typeof requiredText>>,
)

export const textsOf = (fields: Record<string, string>) =>
  Object.fromEntries(
    LOCALES.map((locale) => [
      locale,
      { question: fields[`question_${locale}`]!, answer: fields[`answer_${locale}`]! },
    ]),
  ) as FaqTexts

export const valuesOf = (texts: FaqTexts): Values =>
  Object.fromEntries(
    LOCALES.flatMap((locale) => [
      [`question_${locale}`, texts[locale].question],
      [`answer_${locale}`, texts[locale].answer],
    ]),
  )
