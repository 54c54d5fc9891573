import { useTranslations } from '#views/language.tsx'
import { type Column, NarrowLine, Table } from '#views/table.tsx'
import { Money } from '#views/values/money.tsx'
import type { DayOfRevenue, Revenue } from '../revenue.ts'
import { useSeriesName } from './legend.tsx'

type RevenueLine = Omit<DayOfRevenue, 'day'> & { day: string | null }

/** The days with any revenue, and the sums of the month. */
export function RevenueTable({ revenue }: { revenue: Revenue }) {
  const t = useTranslations('desk.revenue')
  const { currency, days, sums, total } = revenue
  const daysWithRevenue: RevenueLine[] = days.filter(({ amounts }) => Object.keys(amounts).length > 0)
  const rows = [...daysWithRevenue, { day: null, amounts: sums, total }]
  return (
    <Table
      caption={t(`in.${currency}`)}
      columns={useColumns(revenue)}
      rows={rows}
      rowKey={({ day }) => day ?? 'total'}
    />
  )
}

function useColumns({ currency, series }: Revenue): Column<RevenueLine>[] {
  const t = useTranslations('desk.revenue')
  const name = useSeriesName()
  const amountOf = (line: RevenueLine, one: (typeof series)[number]) => {
    const amount = line.amounts[one]
    return amount ? <Money amount={amount} currency={currency} /> : '–'
  }
  const bold = ({ day }: RevenueLine) => (day ? '' : 'font-medium')
  return [
    {
      key: 'day',
      head: t('day'),
      main: true,
      cell: (line) => (
        <>
          {line.day ? (
            <a className="link link-primary" href={`/desk/reconciliation?day=${line.day}`}>
              {line.day}
            </a>
          ) : (
            <span className={bold(line)}>{t('total')}</span>
          )}
          <NarrowLine>
            {series.map((one) =>
              line.amounts[one] ? (
                <span key={one}>
                  {name(one)} {amountOf(line, one)}
                </span>
              ) : null,
            )}
          </NarrowLine>
        </>
      ),
    },
    ...series.map((one) => ({
      key: one,
      head: name(one),
      wide: true,
      cell: (line: RevenueLine) => <span className={bold(line)}>{amountOf(line, one)}</span>,
    })),
    {
      key: 'total',
      head: t('total'),
      cell: (line) => (
        <span className={bold(line)}>
          <Money amount={line.total} currency={currency} />
        </span>
      ),
    },
  ]
}
