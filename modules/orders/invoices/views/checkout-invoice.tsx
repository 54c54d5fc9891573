import type { FormState } from '#src/http/body.ts'
import { CheckField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { InvoiceFields } from './invoice-form.tsx'

/** The prefix of the invoice's field names on the page that confirms an order. */
export const CHECKOUT_PREFIX = 'invoice_'

/** The fields for an invoice that is requested once the order is paid. */
export function CheckoutInvoice({ values, problems }: FormState) {
  const t = useTranslations('orders.invoice.checkout')
  const isOpen = Object.keys(problems ?? {}).some((name) => name.startsWith(CHECKOUT_PREFIX))
  const title = values?.[`${CHECKOUT_PREFIX}title`]
  return (
    <div className="group my-2 border-base-300 border-y py-2">
      <CheckField name="invoice" values={values} problems={problems}>
        {t('ask')}
      </CheckField>
      {/* If the box is not ticked, the fields are neither used nor validated. */}
      <details
        open={isOpen || !title}
        className="hidden group-has-[[name=invoice]:checked]:block no-has:block"
      >
        <summary className="cursor-pointer py-1 text-sm wrap-anywhere">
          {title ? t('with', { title }) : t('fillIn')}
        </summary>
        <InvoiceFields prefix={CHECKOUT_PREFIX} offersStoring values={values} problems={problems} />
      </details>
    </div>
  )
}
