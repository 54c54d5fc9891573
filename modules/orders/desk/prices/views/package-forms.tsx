import { CURRENCIES } from '#src/core/money.ts'
import type { FormState } from '#src/http/body.ts'
import { CheckField, SelectField, TextField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { AMOUNT_KEYS } from '../../../packages/numbers.ts'
import type { Offer } from '../../../packages/offer.ts'
import type { PriceTable } from '../../../schema.ts'
import { FEATURES, SUPPORTS, valuesOf } from '../package-form.ts'

type Props = FormState & { offer: Offer }

/** The form for the contents of the package, for later orders. */
export function ContentsForm({ offer, ...formState }: Props) {
  const t = useTranslations('desk.packages')
  const values = formState.values?.technical_support
    ? formState.values
    : { ...valuesOf(offer), ...formState.values }
  const fields = { values, problems: formState.problems }
  const isAgreed = offer.code === 'customised'
  return (
    <form method="post" action={`/desk/packages/${offer.code}/contents`} noValidate>
      <p className="mb-1 max-w-prose text-base-content/75 text-sm">{t('contentsMeaning')}</p>
      <div className="grid gap-x-4 sm:grid-cols-2">
        {AMOUNT_KEYS.map((name) => (
          <TextField
            {...fields}
            key={name}
            name={name}
            label={t(`columns.${name}`)}
            hint={isAgreed ? t('agreedHint') : undefined}
            inputMode="numeric"
            required={!isAgreed}
            maxLength={9}
          />
        ))}
        <SelectField
          {...fields}
          name="technical_support"
          label={t('columns.technical_support')}
          required
          options={SUPPORTS.map((value) => ({ value, label: t(`supports.${value}`) }))}
        />
      </div>
      {FEATURES.map((name) => (
        <CheckField {...fields} key={name} name={name}>
          {t(`columns.${name}`)}
        </CheckField>
      ))}
      <TextField {...fields} name="reason" label={t('reason')} required maxLength={500} />
      <button type="submit" className="btn btn-primary mt-2">
        {t('save')}
      </button>
    </form>
  )
}

/** The fields for a new price, from now or from a later time on. */
export function PriceFields({ offer, periods, ...formState }: Props & { periods: PriceTable['period'][] }) {
  const t = useTranslations('desk.packages')
  return (
    <form method="post" action={`/desk/packages/${offer.code}/prices`} noValidate>
      <p className="mb-1 max-w-prose text-base-content/75 text-sm">{t('priceMeaning')}</p>
      <SelectField
        {...formState}
        name="period"
        label={t('period')}
        required
        options={periods.map((value) => ({ value, label: t(`periods.${value}`) }))}
      />
      <SelectField
        {...formState}
        name="currency"
        label={t('currency')}
        required
        options={CURRENCIES.map((value) => ({ value, label: value }))}
      />
      <TextField
        {...formState}
        name="amount"
        label={t('amount')}
        inputMode="decimal"
        required
        maxLength={20}
      />
      <TextField {...formState} name="from" label={t('from')} hint={t('fromHint')} type="datetime-local" />
      <TextField {...formState} name="priceReason" label={t('reason')} required maxLength={500} />
      <button type="submit" className="btn btn-primary mt-2">
        {t('setPrice')}
      </button>
    </form>
  )
}
