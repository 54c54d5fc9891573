import { now } from '#src/core/clock.ts'
import type { FormState } from '#src/http/body.ts'
import { dynamicKey } from '#views/language/messages.ts'
import { useTranslations } from '#views/language.tsx'
import { PageHead, Panel } from '#views/parts.tsx'
import { type Column, NarrowLine, Table } from '#views/table.tsx'
import { Moment, momentText } from '#views/values/moment.tsx'
import { Money } from '#views/values/money.tsx'
import { MB } from '../../../packages/numbers.ts'
import type { Offer } from '../../../packages/offer.ts'
import type { PackageDifference } from '../../../schema.ts'
import { DoneNotice } from '../../views/sales-tabs.tsx'
import { type History, periodsOf } from '../package-change.ts'
import { ContentsForm, PriceFields } from './package-forms.tsx'

interface Props extends FormState {
  offer: Offer
  history: History
  done?: string
}

/** One package: its contents, its current and future prices, and their changes. */
export function PackagePage({ offer, history, done, ...formState }: Props) {
  const t = useTranslations('desk.packages')
  const name = useTranslations('orders.package')(offer.code)
  const periods = periodsOf(offer.code)
  return (
    <>
      <PageHead title={name} lead={t('ordered')}>
        <a href="/desk/packages" className="btn btn-ghost">
          {t('all')}
        </a>
      </PageHead>
      <DoneNotice done={done} />
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <Panel title={t('contents')}>
          <ContentsForm offer={offer} {...formState} />
        </Panel>
        {periods.length > 0 && (
          <Panel title={t('newPrice')}>
            <PriceFields offer={offer} periods={periods} {...formState} />
          </Panel>
        )}
        {history.prices.length > 0 && (
          <Panel title={t('prices')}>
            <Prices rows={history.prices} />
          </Panel>
        )}
        <Panel title={t('history')}>
          <Changes rows={history.changes} />
        </Panel>
      </div>
    </>
  )
}

type PriceRow = History['prices'][number]

function Prices({ rows }: { rows: PriceRow[] }) {
  const t = useTranslations('desk.packages')
  const from = (row: PriceRow) => (
    <>
      <Moment at={row.from_at} /> {row.from_at > now() && t('toCome')}
    </>
  )
  const columns: Column<PriceRow>[] = [
    {
      key: 'period',
      head: t('period'),
      main: true,
      cell: (row) => (
        <>
          {t(`periods.${row.period}`)}
          <NarrowLine>{from(row)}</NarrowLine>
        </>
      ),
    },
    {
      key: 'amount',
      end: true,
      head: t('amount'),
      cell: (row) => <Money amount={row.amount} currency={row.currency} />,
    },
    { key: 'from', head: t('from'), wide: true, cell: from },
  ]
  return <Table caption={t('prices')} columns={columns} rows={rows} rowKey={(row) => row.id} />
}

function Changes({ rows }: { rows: History['changes'] }) {
  const t = useTranslations('desk.packages')
  const difference = useDifference()
  if (!rows.length) return <p className="text-base-content/75">{t('noChanges')}</p>
  return (
    <ul className="divide-y divide-base-300">
      {rows.map((row) => (
        <li key={row.id} className="py-2">
          <p className="text-base-content/75 text-sm">
            {row.staffName} · <Moment at={row.at} />
          </p>
          {row.changes.map((change) => (
            <p key={`${change.what} ${change.period}`} className="wrap-anywhere text-sm">
              {difference(change)}
            </p>
          ))}
          <p className="wrap-anywhere text-sm">{row.reason}</p>
        </li>
      ))}
    </ul>
  )
}

/** Makes a function that returns the old and new value of a change in words. */
function useDifference() {
  const t = useTranslations('desk.packages')
  const none = useTranslations('desk.change')('none')
  const value = (field: PackageDifference['what'], text: string) => {
    if (!text) return none
    if (field === 'storage') return String(Number(text) / MB)
    if (field === 'technical_support') return t(dynamicKey<'desk.packages'>(`supports.${text}`))
    return text === 'true' || text === 'false' ? t(`said.${text}`) : text
  }
  return ({ what, period, currency, before, after, from }: PackageDifference) => {
    const oldValue = value(what, before)
    const newValue = value(what, after)
    if (what !== 'price') return t('changed', { what: t(`columns.${what}`), was: oldValue, is: newValue })
    const price = `${t(`periods.${period!}`)} ${currency}`
    return t('priced', { what: price, was: oldValue, is: newValue, from: momentText(new Date(from!)) })
  }
}
