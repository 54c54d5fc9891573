import type { FormState } from '#src/http/body.ts'
import { SelectField, TextField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { INVOICE_KINDS, TITLE_KINDS } from '../invoice-schema.ts'

/** The recipient of the invoice; fields for special cases are below and labelled so. */
export function InvoiceForm({ id, ...given }: FormState & { id: string }) {
  const t = useTranslations('orders.invoice')
  return (
    <form method="post" action={`/mgmt/orders/${id}/invoice`} noValidate>
      <div className="grid gap-x-4 sm:grid-cols-2">
        <SelectField
          name="kind"
          label={t('kindLabel')}
          options={INVOICE_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
          {...given}
        />
        <SelectField
          name="titleKind"
          label={t('titleKindLabel')}
          options={TITLE_KINDS.map((value) => ({ value, label: t(`titleKind.${value}`) }))}
          {...given}
        />
      </div>
      <TextField name="title" label={t('titleLabel')} required maxLength={120} {...given} />
      <TextField
        name="taxNumber"
        label={t('taxNumber')}
        hint={t('taxNumberHint')}
        maxLength={40}
        {...given}
      />
      <TextField
        name="email"
        label={t('email')}
        hint={t('emailHint')}
        required
        maxLength={254}
        inputMode="email"
        autoComplete="email"
        {...given}
      />
      <fieldset className="mt-3 border-base-300 border-t pt-3">
        <legend className="pr-3 text-base-content/75 text-sm">{t('forSpecial')}</legend>
        <TextField name="address" label={t('address')} maxLength={200} {...given} />
        <TextField name="phone" label={t('phone')} maxLength={30} inputMode="tel" {...given} />
        <TextField name="bank" label={t('bank')} maxLength={120} {...given} />
        <TextField
          name="bankAccount"
          label={t('bankAccount')}
          maxLength={60}
          inputMode="numeric"
          {...given}
        />
      </fieldset>
      <button type="submit" className="btn btn-primary mt-3">
        {t('send')}
      </button>
    </form>
  )
}
