import type { FormState } from '#src/http/body.ts'
import { CheckField, SelectField, TextField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { INVOICE_KINDS, TITLE_KINDS } from '../invoice-schema.ts'

interface Props extends FormState {
  /** The address to which the form is sent. */
  action: string
  /** The words of the button. */
  send: string
  /** Whether the title can be stored for the next invoices. */
  offersStoring?: boolean
}

/** The form for the recipient of an invoice. */
export function InvoiceForm({ action, send, offersStoring, ...formState }: Props) {
  return (
    <form method="post" action={action} noValidate>
      <InvoiceFields offersStoring={offersStoring} {...formState} />
      <button type="submit" className="btn btn-primary mt-3">
        {send}
      </button>
    </form>
  )
}

interface FieldsProps extends FormState {
  offersStoring?: boolean
  /** The prefix of each field's name, on a page with other fields. */
  prefix?: string
}

/** The fields for the recipient; those for special cases come last and say so. */
export function InvoiceFields({ offersStoring, prefix = '', ...formState }: FieldsProps) {
  const t = useTranslations('orders.invoice')
  const field = (name: string, max: number) => ({ name: prefix + name, maxLength: max, ...formState })
  return (
    <>
      <div className="grid gap-x-4 sm:grid-cols-2">
        <SelectField
          name={`${prefix}kind`}
          label={t('kindLabel')}
          options={INVOICE_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
          {...formState}
        />
        <SelectField
          name={`${prefix}titleKind`}
          label={t('titleKindLabel')}
          options={TITLE_KINDS.map((value) => ({ value, label: t(`titleKind.${value}`) }))}
          {...formState}
        />
      </div>
      <TextField label={t('titleLabel')} required {...field('title', 120)} />
      <TextField label={t('taxNumber')} hint={t('taxNumberHint')} {...field('taxNumber', 40)} />
      <TextField
        label={t('email')}
        hint={t('emailHint')}
        required
        inputMode="email"
        autoComplete="email"
        {...field('email', 254)}
      />
      <fieldset className="mt-3 border-base-300 border-t pt-3">
        <legend className="pr-3 text-base-content/75 text-sm">{t('forSpecial')}</legend>
        <TextField label={t('address')} {...field('address', 200)} />
        <TextField label={t('phone')} inputMode="tel" {...field('phone', 30)} />
        <TextField label={t('bank')} {...field('bank', 120)} />
        <TextField label={t('bankAccount')} inputMode="numeric" {...field('bankAccount', 60)} />
      </fieldset>
      {offersStoring && (
        <CheckField name={`${prefix}keep`} {...formState}>
          {t('keep')}
        </CheckField>
      )}
    </>
  )
}
