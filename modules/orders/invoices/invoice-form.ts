import * as v from 'valibot'
import { isCreditCode } from '#src/core/identity-numbers/credit-code.ts'
import { type FormResult, readValues, type Values } from '#src/http/body.ts'
import { foldAddress, isAddress } from '#views/values/address.ts'
import { INVOICE_KINDS, TITLE_KINDS } from './invoice-schema.ts'

const optionalText = (max: number) =>
  v.pipe(v.optional(v.string(), ''), v.trim(), v.maxLength(max, 'common.problem.tooLong'))
const requiredText = (max: number) => v.pipe(optionalText(max), v.nonEmpty('common.problem.required'))

const isPhone = v.regex(/^[\d+() -]*$/, 'common.problem.format')
const isBankAccount = v.regex(/^\d{8,30}$/, 'common.problem.format')
const compactUpperCase = v.transform((text: string) => text.replace(/\s/g, '').toUpperCase())

/** A field that this kind of invoice does not need, and which is therefore not stored. */
const UnusedField = v.pipe(
  v.optional(v.string(), ''),
  v.transform(() => ''),
)

const CommonFields = {
  kind: v.pipe(v.optional(v.string(), ''), v.picklist(INVOICE_KINDS, 'common.problem.selected')),
  titleKind: v.pipe(v.optional(v.string(), ''), v.picklist(TITLE_KINDS, 'common.problem.selected')),
  title: requiredText(120),
  email: v.pipe(requiredText(254), v.transform(foldAddress), v.check(isAddress, 'common.problem.format')),
}

const TaxNumber = v.pipe(
  requiredText(40),
  compactUpperCase,
  v.check(isCreditCode, 'acctInfo.problem.creditCode'),
)

const PersonForm = v.object({
  ...CommonFields,
  kind: v.pipe(v.optional(v.string(), ''), v.literal('ordinary', 'orders.problem.specialForCompanies')),
  taxNumber: UnusedField,
  address: UnusedField,
  phone: UnusedField,
  bank: UnusedField,
  bankAccount: UnusedField,
})

const OrdinaryForm = v.object({
  ...CommonFields,
  taxNumber: TaxNumber,
  address: UnusedField,
  phone: UnusedField,
  bank: UnusedField,
  bankAccount: UnusedField,
})

/** A company outside mainland China has no unified social credit code, and gets no special invoice. */
const AbroadForm = v.object({
  ...OrdinaryForm.entries,
  kind: PersonForm.entries.kind,
  taxNumber: optionalText(40),
})

const SpecialForm = v.object({
  ...CommonFields,
  taxNumber: TaxNumber,
  address: requiredText(200),
  phone: v.pipe(requiredText(30), isPhone),
  bank: requiredText(120),
  bankAccount: v.pipe(requiredText(60), compactUpperCase, isBankAccount),
})

export type InvoiceRequest = v.InferOutput<typeof SpecialForm>

/** The data of an invoice, validated by its kind and recipient, or the problems of its fields. */
export function readInvoice(values: Values): FormResult<InvoiceRequest> {
  return readValues(schemaOf(values), Object.entries(values)) as FormResult<InvoiceRequest>
}

function schemaOf({ titleKind, kind }: Values) {
  if (titleKind === 'individual') return PersonForm
  if (titleKind === 'abroad') return AbroadForm
  return kind === 'special' ? SpecialForm : OrdinaryForm
}
