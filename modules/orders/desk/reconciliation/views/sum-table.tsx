import { useTranslations } from '#views/language.tsx'
import { StateWord } from '#views/parts.tsx'
import { type Column, NarrowLine, Table } from '#views/table.tsx'
import { Money } from '#views/values/money.tsx'
import type { DaySum } from '../sums.ts'

const SIDES = ['orders', 'payments', 'reported', 'refunds'] as const

/** The sums of each source by payment method, and the difference. */
export function SumTable({ sums }: { sums: DaySum[] }) {
  const t = useTranslations('desk.reconciliation')
  return (
    <Table
      caption={t('sums')}
      columns={useColumns()}
      rows={sums}
      rowKey={({ method, currency }) => `${method} ${currency}`}
    />
  )
}

function useColumns(): Column<DaySum>[] {
  const t = useTranslations('desk.reconciliation')
  const orders = useTranslations('orders')
  const side = (sum: DaySum, key: (typeof SIDES)[number]) => {
    const sumOfKey = sum[key]
    if (!sumOfKey) return t('unknown')
    const amount = key === 'refunds' ? -sumOfKey.amount : sumOfKey.amount
    return (
      <>
        <Money amount={amount} currency={sum.currency} />{' '}
        <span className="text-base-content/75 text-xs">{t('count', { count: sumOfKey.count })}</span>
      </>
    )
  }
  return [
    {
      key: 'method',
      head: orders('method'),
      main: true,
      cell: (sum) => (
        <>
          {orders(`methods.${sum.method}`)}
          <NarrowLine>
            {SIDES.map((key) => (
              <span key={key}>
                {t(`${key}Column`)} {side(sum, key)}
              </span>
            ))}
          </NarrowLine>
        </>
      ),
    },
    ...SIDES.map((key) => ({
      key,
      head: t(`${key}Column`),
      wide: true,
      cell: (sum: DaySum) => side(sum, key),
    })),
    {
      key: 'difference',
      head: t('difference'),
      cell: ({ difference, currency }) => <Money amount={difference} currency={currency} />,
    },
    { key: 'state', head: t('findingColumn'), cell: (sum) => <SumState sum={sum} /> },
  ]
}

function SumState({ sum: { open, explainedCount } }: { sum: DaySum }) {
  const t = useTranslations('desk.reconciliation')
  if (open) return <StateWord tone="warning">{t('open', { count: open })}</StateWord>
  return <StateWord tone="success">{explainedCount ? t('explained') : t('finding.agrees')}</StateWord>
}
