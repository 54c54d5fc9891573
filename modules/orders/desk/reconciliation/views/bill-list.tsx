import { useTranslations } from '#views/language.tsx'
import { StateWord } from '#views/parts.tsx'
import type { BillState } from '../reconcile.ts'

/** For each payment service, whether its bill of the day was fetched. */
export function BillList({ bills }: { bills: BillState[] }) {
  const t = useTranslations('desk.reconciliation')
  const orders = useTranslations('orders')
  return (
    <ul aria-label={t('bills')} className="mb-3 flex flex-wrap gap-x-6">
      {bills.map(({ method, statementId }) => (
        <li key={method}>
          {orders(`methods.${method}`)}{' '}
          <StateWord tone={statementId ? 'success' : 'plain'}>
            {statementId ? (
              <a className="link" href={`/desk/statements/${statementId}`}>
                {t('billFetched')}
              </a>
            ) : (
              t('billMissing')
            )}
          </StateWord>
        </li>
      ))}
    </ul>
  )
}
