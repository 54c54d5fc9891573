import { useTranslations } from '#views/language.tsx'
import { StateWord } from '#views/parts.tsx'
import type { ListedInvoice } from '../desk-invoice.ts'
import { isAtService } from '../invoice-action.ts'
import type { Reversal } from '../invoice-reversal.ts'

/** The progress of the service with a request, and the button that sends the request. */
export function ServicePanel({ invoice }: { invoice: ListedInvoice }) {
  const t = useTranslations('orders.invoiceDesk.service')
  const { id, failure, sent_by } = invoice
  const isWaiting = isAtService(invoice) || (sent_by !== null && failure === null)
  return (
    <>
      <p className="mb-2 text-base-content/75 text-sm">{t(isWaiting ? 'waits' : 'means')}</p>
      {failure !== null && <Failure failure={failure} />}
      {!isWaiting && <ServiceButton id={id} words={t(failure === null ? 'issue' : 'retry')} />}
    </>
  )
}

/** The service panel of a reversal. */
export function ServiceReversal({ id, reversal }: { id: string; reversal: Reversal }) {
  const t = useTranslations('orders.invoiceDesk.service')
  const { sent_at, failure } = reversal
  if (failure === null) return sent_at && <p className="mb-2 text-sm">{t('reverses')}</p>
  return (
    <>
      <Failure failure={failure} />
      <ServiceButton id={id} words={t('retry')} reversal={reversal.id} />
    </>
  )
}

function Failure({ failure }: { failure: string }) {
  const t = useTranslations('orders.invoiceDesk.service')
  return (
    <p className="wrap-anywhere mb-2 text-sm">
      <StateWord tone="error">{t('failed')}</StateWord> {failure || t('silent')}
    </p>
  )
}

function ServiceButton({ id, words, reversal }: { id: string; words: string; reversal?: string }) {
  return (
    <form method="post" action={`/desk/invoices/${id}/service`} className="mb-3">
      {reversal && <input type="hidden" name="reversal" value={reversal} />}
      <button type="submit" className="btn btn-outline btn-sm">
        {words}
      </button>
    </form>
  )
}
