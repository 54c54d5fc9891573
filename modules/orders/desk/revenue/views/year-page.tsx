import { useTranslations } from '#views/language.tsx'
import { Panel } from '#views/parts.tsx'
import { type Column, NarrowLine, Table } from '#views/table.tsx'
import { Money } from '#views/values/money.tsx'
import { SalesTabs } from '../../views/sales-tabs.tsx'
import { type MonthOfYear, VAT_RATES, type VatRate, type YearOfRevenue } from '../year.ts'

interface Props {
  /** yyyy in Shanghai. */
  year: string
  years: YearOfRevenue[]
  rate: VatRate
  isThisYear: boolean
}

const path = (year: string, rate: VatRate, file = '') =>
  `/desk/revenue/year${file}?${new URLSearchParams({ year, vat: String(rate) })}`

/** A year by months: received, earned and deferred income, and the tax contained in it. */
export function YearPage({ year, years, rate, isThisYear }: Props) {
  const t = useTranslations('desk.revenue')
  const previousYear = String(Number(year) - 1)
  const nextYear = String(Number(year) + 1)
  return (
    <>
      <SalesTabs current="revenue" />
      <div className="mb-3 flex flex-wrap items-end justify-between gap-3">
        <h2 className="font-serif text-lg">{t('year.title', { year })}</h2>
        <nav aria-label={t('year.years')} className="flex flex-wrap gap-2">
          <a className="btn btn-sm btn-outline" href="/desk/revenue">
            {t('year.toMonths')}
          </a>
          <a className="btn btn-sm btn-outline" rel="prev" href={path(previousYear, rate)}>
            {t('year.before')}
          </a>
          {!isThisYear && (
            <a className="btn btn-sm btn-outline" rel="next" href={path(nextYear, rate)}>
              {t('year.after')}
            </a>
          )}
        </nav>
      </div>
      <p className="mb-3 max-w-prose text-base-content/75 text-sm">{t('year.lead')}</p>
      <nav aria-label={t('year.rate')} className="mb-3 flex flex-wrap items-center gap-2 text-sm">
        {t('year.rate')}
        {VAT_RATES.map((one) => (
          <a
            key={one}
            href={path(year, one)}
            aria-current={one === rate ? 'true' : undefined}
            className={`btn btn-xs ${one === rate ? 'btn-neutral' : 'btn-outline'}`}
          >
            {`${one} %`}
          </a>
        ))}
      </nav>
      {years.map((one) => (
        <div key={one.currency} className="mb-4">
          <Panel title={t(`in.${one.currency}`)}>
            <YearTable revenue={one} />
          </Panel>
        </div>
      ))}
      <p className="text-sm">
        <a className="link link-primary" href={path(year, rate, '.csv')}>
          {t('year.export')}
        </a>
      </p>
    </>
  )
}

type YearLine = Omit<MonthOfYear, 'month'> & { month: string | null }

function YearTable({ revenue: { currency, months, total } }: { revenue: YearOfRevenue }) {
  const t = useTranslations('desk.revenue')
  const rows: YearLine[] = [...months, { month: null, ...total }]
  const cell = (key: Exclude<keyof YearLine, 'month'>) => (line: YearLine) => (
    <span className={line.month ? '' : 'font-medium'}>
      <Money amount={line[key]} currency={currency} />
    </span>
  )
  const columns: Column<YearLine>[] = [
    {
      key: 'month',
      head: t('year.month'),
      main: true,
      cell: (line) => (
        <>
          {line.month ? (
            <a className="link link-primary" href={`/desk/revenue?month=${line.month}`}>
              {line.month}
            </a>
          ) : (
            <span className="font-medium">{t('total')}</span>
          )}
          <NarrowLine>
            {(['unsettled', 'earned', 'deferred', 'owed', 'vat', 'net'] as const).map((key) => (
              <span key={key}>
                {t(`year.${key}`)} {cell(key)(line)}
              </span>
            ))}
          </NarrowLine>
        </>
      ),
    },
    { key: 'received', head: t('year.received'), cell: cell('received') },
    ...(['unsettled', 'earned', 'deferred', 'owed', 'vat', 'net'] as const).map((key) => ({
      key,
      head: t(`year.${key}`),
      wide: true,
      cell: cell(key),
    })),
  ]
  return (
    <Table
      caption={t(`in.${currency}`)}
      columns={columns}
      rows={rows}
      rowKey={(line) => line.month ?? 'total'}
    />
  )
}
