import { CURRENCIES } from '#src/core/money.ts'
import type { FormState } from '#src/http/body.ts'
import { CheckField, SelectField, TextField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { COUPON_PACKAGES } from '../coupon-form.ts'

/** The form for a new coupon: its packages, period and limits. */
export function CouponForm(formState: FormState) {
  const t = useTranslations('desk.coupons')
  const names = useTranslations('orders.package')
  const values = formState.values ?? { oncePerTeam: 'yes' }
  const fields = { values, problems: formState.problems }
  const by = ['percent', ...CURRENCIES] as const
  return (
    <form method="post" action="/desk/coupons" noValidate>
      <TextField
        {...fields}
        name="code"
        label={t('code')}
        hint={t('codeHint')}
        required
        maxLength={32}
        autoComplete="off"
      />
      <div className="grid gap-x-4 sm:grid-cols-2">
        <SelectField
          {...fields}
          name="by"
          label={t('by')}
          required
          options={by.map((value) => ({ value, label: t(`byOf.${value}`) }))}
        />
        <TextField {...fields} name="value" label={t('worth')} inputMode="decimal" required maxLength={20} />
        <TextField {...fields} name="from" label={t('from')} hint={t('fromHint')} type="datetime-local" />
        <TextField {...fields} name="until" label={t('until')} required type="datetime-local" />
        <TextField
          {...fields}
          name="mostUses"
          label={t('mostUses')}
          hint={t('mostUsesHint')}
          inputMode="numeric"
          maxLength={6}
        />
      </div>
      <fieldset className="mt-2">
        <legend className="text-sm">{t('packages')}</legend>
        <p className="text-base-content/75 text-xs">{t('packagesHint')}</p>
        <div className="grid gap-x-4 sm:grid-cols-2">
          {COUPON_PACKAGES.map((code) => (
            <CheckField {...fields} key={code} name={`for_${code}`}>
              {names(code)}
            </CheckField>
          ))}
        </div>
      </fieldset>
      <CheckField {...fields} name="oncePerTeam">
        {t('oncePerTeam')}
      </CheckField>
      <CheckField {...fields} name="firstOnly">
        {t('firstOnly')}
      </CheckField>
      <TextField {...fields} name="reason" label={t('reason')} required maxLength={500} />
      <button type="submit" className="btn btn-primary mt-2">
        {t('create')}
      </button>
    </form>
  )
}
