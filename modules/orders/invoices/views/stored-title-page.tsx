import type { FormState } from '#src/http/body.ts'
import { useTranslations } from '#views/language.tsx'
import { PageHead, Panel } from '#views/parts.tsx'
import { InvoiceForm } from './invoice-form.tsx'

interface Props extends FormState {
  /** Whether the team has stored a title. */
  hasTitle: boolean
  /** The completed action, from the address. */
  done?: string
}

/** The page of the title that a team has stored for its invoices. */
export function StoredTitlePage({ hasTitle, done, ...formState }: Props) {
  const t = useTranslations('orders.invoice.kept')
  const record = useTranslations('orders.record')
  const notice = done === 'kept' && hasTitle ? 'kept' : done === 'forgotten' && !hasTitle ? 'forgotten' : null
  return (
    <div className="mx-auto max-w-2xl">
      <PageHead title={t('title')} lead={t('lead')}>
        <a href="/mgmt/order-record" className="btn btn-ghost">
          {record('back')}
        </a>
      </PageHead>
      {notice && (
        <p role="status" className="alert alert-success alert-soft mb-4 text-sm">
          {t(`done.${notice}`)}
        </p>
      )}
      <Panel title={t(hasTitle ? 'change' : 'set')}>
        <InvoiceForm action="/mgmt/acct-info/invoice-title" send={t('save')} {...formState} />
        {hasTitle && (
          <form method="post" action="/mgmt/acct-info/invoice-title/removal" className="mt-3">
            <button type="submit" className="btn btn-outline btn-sm">
              {t('delete')}
            </button>
          </form>
        )}
      </Panel>
    </div>
  )
}
