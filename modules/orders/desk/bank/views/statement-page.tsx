import type { Translate } from '#src/core/i18n.ts'
import { useTranslations } from '#views/language.tsx'
import { PageHead, Panel, StateWord, type Tone } from '#views/parts.tsx'
import { type Column, NarrowLine, Table } from '#views/table.tsx'
import { Moment } from '#views/values/moment.tsx'
import { Money } from '#views/values/money.tsx'
import type { BillRefund } from '../../desk-schema.ts'
import { Arrival } from '../../views/arrival.tsx'
import { DoneNotice } from '../../views/sales-tabs.tsx'
import { MATCHES, type Match, type MatchedLine, UNSETTLED_MATCHES, WITHOUT_ORDER } from '../match-lines.ts'
import { mayDiscard } from '../recorded.ts'
import type { RecordedCredits, Statement } from '../statement.ts'
import { DiscardButton } from './discard-button.tsx'

interface Props {
  statement: Statement
  title: string
  lines: MatchedLine[]
  done?: string
  /** The numbers of credits recorded by the last action. */
  recordedCredits: RecordedCredits
}

const TONES: Record<Match, Tone> = {
  matched: 'success',
  split: 'success',
  proposed: 'warning',
  differs: 'warning',
  paid: 'warning',
  closed: 'warning',
  otherMethod: 'warning',
  early: 'error',
  period: 'error',
  currency: 'error',
  none: 'plain',
  similar: 'warning',
  taken: 'info',
  clash: 'error',
  refund: 'error',
}

/** Matches that are listed even with a count of 0. */
const ALWAYS_LISTED: Match[] = ['matched', 'differs', 'otherMethod', 'none', 'taken']

/** The title of a bank statement or of a bill, with the day of a fetched bill. */
export function statementTitle({ method, bill_day }: Statement, t: Translate): string {
  if (method === 'bank') return t('desk.statements.title')
  const words = t('desk.statements.billTitle', { method: t(`orders.methods.${method}`) })
  return [words, bill_day].filter(Boolean).join(' ')
}

/** The credits of a statement beside the orders that they name, with one button to record them. */
export function StatementPage({ statement, title, lines, done, recordedCredits }: Props) {
  const t = useTranslations('desk.statements')
  const count = (match: Match) => lines.filter((line) => line.match === match).length
  const matched = count('matched') + count('split')
  const unsettled = UNSETTLED_MATCHES.reduce((sum, match) => sum + count(match), 0)
  const withoutOrder = count('none') + count('otherMethod')
  return (
    <>
      <PageHead
        title={title}
        lead={
          <>
            {statement.file_name} <Moment at={statement.uploaded_at} />
          </>
        }
      >
        {mayDiscard(statement) && <DiscardButton id={statement.id} name={statement.file_name} />}
        <a href="/desk/statements" className="btn btn-ghost">
          {t('all')}
        </a>
      </PageHead>
      {done === 'taken' ? <RecordedNotice {...recordedCredits} /> : <DoneNotice done={done} />}
      <ul className="mb-3 flex flex-wrap gap-x-6">
        {MATCHES.filter((match) => ALWAYS_LISTED.includes(match) || count(match)).map((match) => (
          <li key={match}>
            <StateWord tone={TONES[match]}>{t(`match.${match}`)}</StateWord> {count(match)}
          </li>
        ))}
      </ul>
      {statement.method === 'bank' && matched + unsettled > 0 && (
        <form method="post" action={`/desk/statements/${statement.id}/confirmation`} className="mb-4">
          {unsettled > 0 && <p className="mb-2 max-w-prose text-sm">{t('differsMeaning')}</p>}
          <button type="submit" className="btn btn-primary">
            {t('take', { matched, kept: unsettled })}
          </button>
        </form>
      )}
      {statement.method === 'bank' && withoutOrder > 0 && (
        <form method="post" action={`/desk/statements/${statement.id}/credits`} className="mb-4">
          <p className="mb-2 max-w-prose text-sm">{t('registerMeaning')}</p>
          <button type="submit" className="btn btn-outline">
            {t('registerAll', { count: withoutOrder })}
          </button>
        </form>
      )}
      {statement.method !== 'bank' && <p className="mb-2 max-w-prose text-sm">{t('billMeaning')}</p>}
      {count('proposed') > 0 && <p className="mb-2 max-w-prose text-sm">{t('proposalMeaning')}</p>}
      <div className="rounded-box border border-base-300 bg-base-100">
        <Table caption={title} columns={useColumns(statement)} rows={lines} rowKey={(row) => row.reference} />
      </div>
      {statement.refunds.length > 0 && <BillRefunds refunds={statement.refunds} />}
    </>
  )
}

/** The result of recording: the number of credits that pay an order, and of those stored as unsettled. */
function RecordedNotice({ paidCount, unsettledCount }: RecordedCredits) {
  const t = useTranslations('desk.statements')
  const tone = unsettledCount ? 'alert-warning' : 'alert-success'
  return (
    <p role="status" className={`alert ${tone} alert-soft mb-4 text-sm`}>
      <span>
        {paidCount + unsettledCount === 0 && t('takenNothing')}
        {paidCount > 0 && t('takenPaid', { paid: paidCount })}
        {unsettledCount > 0 && (
          <>
            {paidCount > 0 && t('takenComma')}
            <a className="link" href="/desk/payments">
              {t('takenKept', { kept: unsettledCount })}
            </a>
          </>
        )}
      </span>
    </p>
  )
}

function BillRefunds({ refunds }: { refunds: BillRefund[] }) {
  const t = useTranslations('desk.statements')
  return (
    <div className="mt-4">
      <Panel title={t('billRefunds')}>
        <ul className="divide-y divide-base-300">
          {refunds.map(({ key, number, amount, at }) => (
            <li key={key} className="flex flex-wrap justify-between gap-x-4 py-2 text-sm">
              <span className="wrap-anywhere">
                {number} {key}
              </span>
              <span>
                <Money amount={-BigInt(amount)} /> <Moment at={new Date(at)} />
              </span>
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  )
}

function useColumns(statement: Statement): Column<MatchedLine>[] {
  const t = useTranslations('desk.statements')
  const order = (row: MatchedLine) =>
    row.orders.map((one) => (
      <span key={one.id} className="block">
        <a className="link link-primary" href={`/desk/orders/${one.id}`}>
          {one.number}
        </a>{' '}
        <Money amount={one.total} />
      </span>
    ))
  return [
    {
      key: 'remark',
      head: t('columns.remark'),
      main: true,
      cell: (row) => (
        <>
          {row.remark || '–'}
          <NarrowLine>
            <Arrival at={new Date(row.at)} />
            <span className="wrap-anywhere">{row.payer}</span>
            <span className="wrap-anywhere">{row.reference}</span>
            <span>{order(row)}</span>
          </NarrowLine>
        </>
      ),
    },
    { key: 'at', head: t('columns.date'), wide: true, cell: (row) => <Arrival at={new Date(row.at)} /> },
    { key: 'payer', head: t('columns.payer'), wide: true, cell: (row) => row.payer },
    { key: 'reference', head: t('columns.reference'), wide: true, cell: (row) => row.reference },
    {
      key: 'amount',
      end: true,
      head: t('columns.amount'),
      cell: (row) => <Money amount={BigInt(row.amount)} />,
    },
    { key: 'order', head: t('order'), wide: true, cell: order },
    {
      key: 'match',
      head: t('state'),
      cell: (row) => (
        <>
          <StateWord tone={TONES[row.match]}>{t(`match.${row.match}`)}</StateWord>
          {row.match === 'proposed' && statement.method === 'bank' && (
            <Proposals id={statement.id} line={row} />
          )}
          {statement.method === 'bank' && (WITHOUT_ORDER as readonly Match[]).includes(row.match) && (
            <form method="post" action={`/desk/statements/${statement.id}/credits`} className="mt-1">
              <input type="hidden" name="reference" value={row.reference} />
              <button type="submit" className="btn btn-sm btn-outline h-auto py-1">
                {t('register')}
              </button>
            </form>
          )}
        </>
      ),
    },
  ]
}

/** A button for each order that a credit may pay, because staff decide. */
function Proposals({ id, line }: { id: string; line: MatchedLine }) {
  const t = useTranslations('desk.statements')
  return line.orders.map((order) => (
    <form key={order.id} method="post" action={`/desk/statements/${id}/proposal`} className="mt-1">
      <input type="hidden" name="reference" value={line.reference} />
      <input type="hidden" name="order" value={order.id} />
      <button type="submit" className="btn btn-sm btn-outline h-auto py-1">
        {t('takeThis', { number: order.number })}
      </button>
    </form>
  ))
}
