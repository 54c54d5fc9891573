import { shanghaiDay } from '#src/core/clock.ts'
import type { FormState } from '#src/http/body.ts'
import { CheckField, FormProblem, SelectField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { useMoney } from '#views/values/money.tsx'
import type { PaymentMethod } from '../../payments/payment-method.ts'
import type { RenewalStatus } from '../renewal-status.ts'
import { usualCharge } from '../timing.ts'

interface Props extends FormState {
  status: RenewalStatus
  methods: readonly PaymentMethod[]
}

/**
 * The information that the law requires before the consent, the choices, and the consent, which is never
 * ticked in advance.
 */
export function SwitchOnForm({ status, methods, values, problems, details }: Props) {
  const t = useTranslations('orders.renewal')
  const orders = useTranslations('orders')
  const money = useMoney()
  const { prices, currency, title, endsAt } = status
  const formState = { values: { period: status.period!, method: methods[0]!.name, ...values }, problems }
  const name = useTranslations('orders.package')(status.package!)
  const periods = prices.map(({ period, price }) => ({
    value: period,
    label: orders('confirm.periodPrice', {
      period: orders(`confirm.periods.${period}`),
      price: money(price, currency),
    }),
  }))
  return (
    <form method="post" action="/mgmt/acct-info/renewal" noValidate>
      <p>{t('lead', { name, day: shanghaiDay(endsAt!) })}</p>
      <div className="alert alert-warning alert-soft my-3 text-sm">
        <ul className="grid list-disc gap-1 pl-4">
          <li>{t('means.charge', { day: shanghaiDay(usualCharge(endsAt!)) })}</li>
          <li>{t('means.notice')}</li>
          <li>{t('means.price')}</li>
          <li>{t('means.cancel')}</li>
        </ul>
      </div>
      <FormProblem problem={problems?.form} values={details} />
      {prices.map(({ period, price }) => (
        <input key={period} type="hidden" name={`${period}Price`} value={String(price)} />
      ))}
      <div className="grid gap-x-4 sm:grid-cols-2">
        <SelectField name="period" label={orders('confirm.period')} options={periods} {...formState} />
        <SelectField
          name="method"
          label={orders('method')}
          options={methods.map((one) => ({ value: one.name, label: orders(`methods.${one.name}`) }))}
          {...formState}
        />
      </div>
      {title ? (
        <CheckField name="invoice" {...formState}>
          {t('askInvoice', { title: title.title })}
        </CheckField>
      ) : (
        <p className="py-1 text-sm">
          <a className="link" href="/mgmt/acct-info/invoice-title">
            {t('setTitle')}
          </a>
        </p>
      )}
      <CheckField name="agreed" {...formState}>
        {t('agree')}{' '}
        <a className="link" href="/privacy-notice?type=SERVICE_AGREEMENT" target="_blank" rel="noopener">
          {orders('confirm.agreement')}
        </a>
      </CheckField>
      <button type="submit" className="btn btn-primary mt-3 w-full sm:w-auto">
        {t('switchOn')}
      </button>
    </form>
  )
}
