import * as v from 'valibot'
import { LOCALES } from '#src/core/i18n.ts'
import { mobileNumber } from '#src/core/identity-numbers/mobile-number.ts'
import { foldAddress, isAddress } from '#views/values/address.ts'

const shortText = (max: number) =>
  v.pipe(v.optional(v.string(), ''), v.trim(), v.maxLength(max, 'common.problem.tooLong'))

const email = v.pipe(
  shortText(254),
  v.nonEmpty('common.problem.required'),
  v.transform(foldAddress),
  v.check((text) => text === '' || isAddress(text), 'common.problem.format'),
  v.transform((address) => address.toLowerCase()),
)

const ticked = v.pipe(
  v.optional(v.string(), ''),
  v.transform((text) => text !== ''),
)

const taskFields = { reviews: ticked, signs: ticked, keeps: ticked }

/** An external reviewer. */
export const ExternalForm = v.object({
  name: v.pipe(shortText(60), v.nonEmpty('common.problem.required')),
  email,
  mobile: v.pipe(
    shortText(40),
    v.check((text) => text === '' || mobileNumber(text) !== null, 'accounts.problem.mobile'),
    v.transform((text) => mobileNumber(text) ?? ''),
  ),
  department: shortText(120),
  locale: v.optional(v.picklist(LOCALES, 'common.problem.selected'), 'zh_CN'),
  ...taskFields,
})

/** A colleague; name and email address come from the account. */
export const InternalForm = v.object({
  account: v.pipe(v.optional(v.string(), ''), v.uuid('common.problem.selected')),
  ...taskFields,
})

export type ExternalFields = v.InferOutput<typeof ExternalForm>
export type InternalFields = v.InferOutput<typeof InternalForm>

export const EmailForm = v.object({ email })
