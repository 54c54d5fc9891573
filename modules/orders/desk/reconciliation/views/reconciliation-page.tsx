import { useTranslations } from '#views/language.tsx'
import { Empty, Panel } from '#views/parts.tsx'
import { addDays } from '../../day.ts'
import { SalesTabs } from '../../views/sales-tabs.tsx'
import type { Reconciliation } from '../reconcile.ts'
import { sumsOf } from '../sums.ts'
import { BillList } from './bill-list.tsx'
import { EntryTable } from './entry-table.tsx'
import { RefundList } from './refund-list.tsx'
import { SumTable } from './sum-table.tsx'

interface Props {
  /** yyyy-MM-dd in Shanghai. */
  day: string
  reconciled: Reconciliation
  isToday: boolean
}

const pathOfDay = (day: string) => `/desk/reconciliation?day=${day}`

/**
 * Compares one day's orders, payments, and reports of banks and payment services, and shows the differences.
 */
export function ReconciliationPage({ day, reconciled, isToday }: Props) {
  const t = useTranslations('desk.reconciliation')
  const { entries, refunds, unknownRefunds, bills, isExpected } = reconciled
  const sums = sumsOf(reconciled)
  const hasRefunds = refunds.length + unknownRefunds.length > 0
  const differingEntries = entries.filter(({ finding }) => finding !== 'agrees')
  const lacksStatement = !isExpected('bank') && entries.some(({ method }) => method === 'bank')
  return (
    <>
      <SalesTabs current="reconciliation" />
      <div className="mb-3 flex flex-wrap items-end justify-between gap-3">
        <h2 className="font-serif text-lg">{t('title', { day })}</h2>
        <DayChoice day={day} isToday={isToday} />
      </div>
      <p className="mb-3 max-w-prose text-base-content/75 text-sm">{t('lead')}</p>
      {isToday && <p className="alert alert-info alert-soft mb-3 text-sm">{t('notOver')}</p>}
      {lacksStatement && (
        <p className="alert alert-warning alert-soft mb-3 text-sm">
          <span>
            {t('uncovered')}{' '}
            <a className="link" href="/desk/statements">
              {t('toStatements')}
            </a>
          </span>
        </p>
      )}
      {bills.length > 0 && <BillList bills={bills} />}
      <div className="mb-4 rounded-box border border-base-300 bg-base-100">
        {sums.length ? <SumTable sums={sums} /> : <Empty icon="check" title={t('nothing')} />}
      </div>
      {differingEntries.length > 0 && (
        <div className="mb-4">
          <Panel title={t('odd')}>
            <EntryTable entries={differingEntries} />
          </Panel>
        </div>
      )}
      {hasRefunds && (
        <div className="mb-4">
          <Panel title={t('refundsTitle')}>
            <RefundList refunds={refunds} unknown={unknownRefunds} />
          </Panel>
        </div>
      )}
      {(entries.length > 0 || hasRefunds) && (
        <p className="text-sm">
          <a className="link link-primary" href={`/desk/reconciliation.csv?day=${day}`}>
            {t('export')}
          </a>
        </p>
      )}
    </>
  )
}

function DayChoice({ day, isToday }: Pick<Props, 'day' | 'isToday'>) {
  const t = useTranslations('desk.reconciliation')
  return (
    <nav aria-label={t('days')} className="flex flex-wrap items-end gap-2">
      <a className="btn btn-sm btn-outline" rel="prev" href={pathOfDay(addDays(day, -1))}>
        {t('dayBefore')}
      </a>
      <form method="get" action="/desk/reconciliation" className="flex items-end gap-2">
        <label className="text-sm">
          <span className="sr-only">{t('day')}</span>
          <input name="day" type="date" defaultValue={day} required className="input input-sm w-36" />
        </label>
        <button type="submit" className="btn btn-sm btn-outline">
          {t('show')}
        </button>
      </form>
      {!isToday && (
        <a className="btn btn-sm btn-outline" rel="next" href={pathOfDay(addDays(day, 1))}>
          {t('dayAfter')}
        </a>
      )}
    </nav>
  )
}
