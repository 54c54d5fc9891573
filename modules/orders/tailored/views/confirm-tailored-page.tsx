import { newId } from '#src/core/ids.ts'
import type { FormState } from '#src/http/body.ts'
import { Facts } from '#views/facts.tsx'
import { useTranslations } from '#views/language.tsx'
import { PageHead, Panel } from '#views/parts.tsx'
import { Money } from '#views/values/money.tsx'
import { CheckoutInvoice } from '../../invoices/views/checkout-invoice.tsx'
import { MethodField } from '../../ordering/views/method-field.tsx'
import { AgreementField, PlacementProblem } from '../../ordering/views/placement-fields.tsx'
import type { PaymentMethod } from '../../payments/payment-method.ts'
import type { TailoredOffer } from '../offer-port.ts'

interface Props extends FormState {
  requestId: string
  offer: TailoredOffer
  methods: PaymentMethod[]
  method: PaymentMethod
}

/** The page that orders a tailor-made document: price, payment method, agreement. */
export function ConfirmTailoredPage({ requestId, offer, methods, method, ...formState }: Props) {
  const t = useTranslations('orders')
  const { values, problems, details } = formState
  const { currency, name } = method
  const total = offer.amounts[currency]!
  const path = `/mgmt/confirm-order/${requestId}`
  const facts = [
    { label: t('tailored.request'), value: offer.reference },
    { label: t('tailored.subject'), value: <span className="wrap-anywhere">{offer.subject}</span> },
    { label: t('tailored.delivery'), value: t('tailored.days', { days: offer.days }) },
    {
      label: t('total'),
      value: (
        <strong>
          <Money amount={total} currency={currency} />
        </strong>
      ),
    },
  ]
  return (
    <div className="mx-auto max-w-2xl" id="confirm-order">
      <PageHead title={t('confirm.title')} lead={t('orderKind.tailored')}>
        <a href={`/mgmt/consultations/${requestId}`} className="btn btn-ghost">
          {t('tailored.toRequest')}
        </a>
      </PageHead>
      <Panel title={t('package.tailored')}>
        <form
          method="get"
          action={path}
          hx-get={path}
          hx-trigger="change"
          hx-target="#confirm-order"
          hx-select="#confirm-order"
          hx-swap="outerMorph"
          hx-push-url="true"
        >
          <MethodField methods={methods} chosen={method} problems={problems} />
          <noscript>
            <button type="submit" className="btn btn-outline btn-sm">
              {t('confirm.update')}
            </button>
          </noscript>
        </form>
        <div className="my-3">
          <Facts facts={facts} />
        </div>
        {currency === 'USD' && (
          <p className="my-2 text-base-content/75 text-sm">{t('confirm.receiptOnly')}</p>
        )}
        <p className="my-2 text-base-content/75 text-sm">{t('tailored.meaning')}</p>
        <form method="post" action={`${path}?method=${name}`} noValidate>
          <input type="hidden" name="method" value={name} />
          <input type="hidden" name="offer" value={offer.offer} />
          <input type="hidden" name="total" value={String(total)} />
          <input type="hidden" name="key" value={values?.key ?? newId()} />
          <PlacementProblem problem={problems?.form} details={details} />
          {currency === 'CNY' && <CheckoutInvoice values={values} problems={problems} />}
          <AgreementField values={values} problems={problems} />
          <button type="submit" className="btn btn-primary mt-3 w-full sm:w-auto">
            {t('confirm.place')}
          </button>
        </form>
      </Panel>
    </div>
  )
}
