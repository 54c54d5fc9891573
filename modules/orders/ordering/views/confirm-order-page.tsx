import { shanghaiDay } from '#src/core/clock.ts'
import { newId } from '#src/core/ids.ts'
import type { FormState } from '#src/http/body.ts'
import { CheckField, SelectField, TextField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { PageHead, Panel } from '#views/parts.tsx'
import { useMoney } from '#views/values/money.tsx'
import { CheckoutInvoice } from '../../invoices/views/checkout-invoice.tsx'
import { priceOf } from '../../packages/offer.ts'
import type { PaymentMethod } from '../../payments/payment-method.ts'
import { PERIODS } from '../../schema.ts'
import type { Quote } from '../quote.ts'
import { MethodField } from './method-field.tsx'
import { OrderLines, useGoods } from './order-parts.tsx'
import { PackageContents } from './package-contents.tsx'
import { AgreementField, PlacementProblem } from './placement-fields.tsx'

interface Props extends FormState {
  priced: Quote
  methods: PaymentMethod[]
  method: PaymentMethod
}

/** The page that confirms an order: package, quantity, payment method and price. */
export function ConfirmOrderPage({ priced, methods, method, values, problems, details }: Props) {
  const t = useTranslations('orders')
  const goods = useGoods()
  const { offer, kind, period, quantity, total, lines, currency } = priced
  const end = priced.terms.at(-1)?.to_at
  // A package has no field for the quantity, and a single purchase no field for the period.
  const withoutField = kind === 'single' ? problems?.period : problems?.quantity
  const choice = {
    package: offer.code,
    period,
    quantity: String(quantity),
    method: method.name,
    ...(priced.discount && { coupon: priced.discount.code }),
  }
  return (
    <div className="mx-auto max-w-5xl" id="confirm-order">
      <PageHead title={t('confirm.title')} lead={t(`orderKind.${kind}`)}>
        <a href="/pricing" className="btn btn-ghost">
          {t('confirm.other')}
        </a>
      </PageHead>
      <div className={kind === 'single' ? 'max-w-2xl' : 'grid items-start gap-4 lg:grid-cols-[1fr_18rem]'}>
        {kind !== 'single' && (
          <div className="lg:order-last">
            <PackageContents offer={offer} />
          </div>
        )}
        <Panel title={goods({ package: offer.code, period, quantity })}>
          <form
            id="order-choice"
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
            {kind === 'plan' || kind === 'renewal' ? (
              <PeriodField priced={priced} problems={problems} />
            ) : (
              <input type="hidden" name="period" value={period} />
            )}
            {kind === 'single' && (
              <SelectField
                name="quantity"
                label={t('quantity')}
                values={choice}
                problems={problems}
                options={quantities(quantity).map((value) => ({
                  value: String(value),
                  label: String(value),
                }))}
              />
            )}
            <MethodField methods={methods} chosen={method} problems={problems} />
            {kind !== 'upgrade' && <CouponField values={values} problems={problems} />}
            <noscript>
              <button type="submit" className="btn btn-outline btn-sm">
                {t('confirm.update')}
              </button>
            </noscript>
          </form>
          <OrderLines order={{ lines, total, currency }} />
          {currency === 'USD' && (
            <p className="my-2 text-base-content/75 text-sm">{t('confirm.receiptOnly')}</p>
          )}
          <p className="my-2 text-base-content/75 text-sm">
            {t(`confirm.meaning.${kind}`, { day: end ? shanghaiDay(end) : '' })}
          </p>
          <form
            method="post"
            action={`/mgmt/confirm-order?${new URLSearchParams(choice)}`}
            noValidate
            data-after="order-choice"
          >
            {Object.entries({ ...choice, kind, total: String(total), key: values?.key ?? newId() }).map(
              ([name, value]) => (
                <input key={name} type="hidden" name={name} value={value} />
              ),
            )}
            <PlacementProblem problem={problems?.form ?? withoutField} details={details} />
            {currency === 'CNY' && <CheckoutInvoice values={values} problems={problems} />}
            <AgreementField values={values} problems={problems} />
            {period === 'agreement' && (
              <CheckField name="agreedYear" values={values} problems={problems}>
                {t('confirm.agreeYear')}
              </CheckField>
            )}
            <button type="submit" className="btn btn-primary mt-3 w-full sm:w-auto">
              {t('confirm.place')}
            </button>
          </form>
        </Panel>
      </div>
    </div>
  )
}

/** Collapsed until needed, so that people without a coupon code do not search for one. */
function CouponField({ values, problems }: FormState) {
  const t = useTranslations('orders.coupon')
  return (
    <details className="sm:col-span-2" open={Boolean(values?.coupon)}>
      <summary className="link w-fit cursor-pointer py-1 text-sm">{t('label')}</summary>
      <div className="flex flex-wrap items-start gap-x-3">
        <TextField
          name="coupon"
          label={t('label')}
          values={values}
          problems={problems}
          maxLength={40}
          autoComplete="off"
        />
        <button type="submit" className="btn btn-outline mt-7">
          {t('apply')}
        </button>
      </div>
    </details>
  )
}

/** The field to change the period, with the price of each period. */
function PeriodField({ priced: { offer, period, currency }, problems }: Pick<Props, 'priced' | 'problems'>) {
  const t = useTranslations('orders.confirm')
  const money = useMoney()
  const options = PERIODS.flatMap((value) => {
    const price = priceOf(offer, value, currency)
    return price
      ? [{ value, label: t('periodPrice', { period: t(`periods.${value}`), price: money(price, currency) }) }]
      : []
  })
  return (
    <SelectField
      name="period"
      label={t('period')}
      values={{ period }}
      problems={problems}
      options={options}
    />
  )
}

const QUANTITIES = [1, 2, 3, 5, 10, 20, 50, 100]

/** The quantities to choose from, including the requested one. */
const quantities = (requested: number) =>
  [...new Set([...QUANTITIES, requested])].sort((one, other) => one - other)
