import type { FormState } from '#src/http/body.ts'
import { CheckField, FormProblem, SelectField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { PageHead, Panel } from '#views/parts.tsx'
import type { PaymentMethod } from '../../payments/payment-method.ts'
import type { Quote } from '../quote.ts'
import { OrderLines, useGoods } from './order-parts.tsx'

interface Props extends FormState {
  priced: Quote
  offered: PaymentMethod[]
  method: PaymentMethod
}

/** What somebody is about to order: what, how many, by which way of paying, and what it costs. */
export function ConfirmOrderPage({ priced, offered, method, values, problems, details }: Props) {
  const t = useTranslations('orders')
  const goods = useGoods()
  const { offer, kind, period, quantity, total, lines, currency } = priced
  const chosen = { package: offer.code, period, quantity: String(quantity), method: method.name }
  return (
    <div className="mx-auto max-w-2xl" id="confirm-order">
      <PageHead title={t('confirm.title')} lead={t(`orderKind.${kind}`)}>
        <a href="/pricing" className="btn btn-ghost">
          {t('confirm.other')}
        </a>
      </PageHead>
      <Panel title={goods({ package: offer.code, period, quantity })}>
        <form
          method="get"
          action="/mgmt/confirm-order"
          hx-get="/mgmt/confirm-order"
          hx-trigger="change"
          hx-target="#confirm-order"
          hx-select="#confirm-order"
          hx-swap="outerMorph"
          hx-push-url="true"
          className="grid gap-x-4 sm:grid-cols-2"
        >
          <input type="hidden" name="package" value={offer.code} />
          <input type="hidden" name="period" value={period} />
          {kind === 'single' && (
            <SelectField
              name="quantity"
              label={t('quantity')}
              values={chosen}
              options={QUANTITIES.map((value) => ({ value, label: value }))}
            />
          )}
          <SelectField
            name="method"
            label={t('method')}
            values={chosen}
            options={offered.map(({ name }) => ({ value: name, label: t(`methods.${name}`) }))}
          />
          <noscript>
            <button type="submit" className="btn btn-outline btn-sm">
              {t('confirm.update')}
            </button>
          </noscript>
        </form>
        <OrderLines order={{ lines, total, currency }} />
        <p className="my-2 text-base-content/75 text-sm">{t(`confirm.meaning.${kind}`)}</p>
        <form method="post" action="/mgmt/confirm-order" noValidate>
          {Object.entries({ ...chosen, kind, total: String(total) }).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <FormProblem problem={problems?.form} values={details} />
          <CheckField name="agreed" values={values} problems={problems}>
            {t('confirm.agree')}{' '}
            <a className="link" href="/privacy-notice?type=SERVICE_AGREEMENT" target="_blank" rel="noopener">
              {t('confirm.agreement')}
            </a>
            {period === 'agreement' && <span className="block">{t('confirm.agreeYear')}</span>}
          </CheckField>
          <button type="submit" className="btn btn-primary mt-3 w-full sm:w-auto">
            {t('confirm.place')}
          </button>
        </form>
      </Panel>
    </div>
  )
}

const QUANTITIES = ['1', '2', '3', '5', '10', '20', '50', '100']
