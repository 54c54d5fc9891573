import { useTranslations } from '#views/language.tsx'
import { StateWord } from '#views/parts.tsx'
import { type Column, NarrowLine, Table } from '#views/table.tsx'
import { Money } from '#views/values/money.tsx'
import { Arrival } from '../../views/arrival.tsx'
import { type Finding, isOpen } from '../finding.ts'
import type { Entry } from '../reconcile.ts'

/** The maximum number of entries on the page; the CSV file has all of them. */
const MAX_SHOWN = 200

/** Entries that differ, with the action that staff can take; open ones come first. */
export function EntryTable({ entries }: { entries: Entry[] }) {
  const t = useTranslations('desk.reconciliation')
  const sorted = [...entries.filter(isOpen), ...entries.filter((one) => !isOpen(one))]
  return (
    <>
      <Table
        caption={t('odd')}
        columns={useColumns()}
        rows={sorted.slice(0, MAX_SHOWN)}
        rowKey={({ method, reference, orderId }) => `${method} ${reference} ${orderId}`}
      />
      {sorted.length > MAX_SHOWN && (
        <p className="p-2 text-sm">{t('more', { count: sorted.length - MAX_SHOWN })}</p>
      )}
    </>
  )
}

const PAYMENT_FINDINGS: Finding[] = ['unsettled', 'givenBack', 'tooMuch', 'tooMuchGivenBack']

/** The page on which staff can act on the entry. */
function pathOf({ finding, paymentId, orderId, statementId }: Entry): string | null {
  if (paymentId && (PAYMENT_FINDINGS.includes(finding) || !orderId)) return `/desk/payments/${paymentId}`
  if (orderId) return `/desk/orders/${orderId}`
  return statementId && `/desk/statements/${statementId}`
}

const AMOUNT_SOURCES = ['order', 'payment', 'reported'] as const
const HEADS = { order: 'ordersColumn', payment: 'paymentsColumn', reported: 'reportedColumn' } as const

function useColumns(): Column<Entry>[] {
  const t = useTranslations('desk.reconciliation')
  const orders = useTranslations('orders')
  const amountCell = (entry: Entry, key: (typeof AMOUNT_SOURCES)[number]) => {
    const amount = entry[key]
    return amount === null ? '–' : <Money amount={amount} currency={entry.currency} />
  }
  return [
    {
      key: 'reference',
      head: t('referenceColumn'),
      main: true,
      cell: (entry) => (
        <>
          <EntryReference entry={entry} />
          <NarrowLine>
            <span>{orders(`methods.${entry.method}`)}</span>
            <span>{entry.team}</span>
            {AMOUNT_SOURCES.map((key) => (
              <span key={key}>
                {t(HEADS[key])} {amountCell(entry, key)}
              </span>
            ))}
          </NarrowLine>
        </>
      ),
    },
    { key: 'method', head: orders('method'), wide: true, cell: ({ method }) => orders(`methods.${method}`) },
    ...AMOUNT_SOURCES.map((key) => ({
      key,
      head: t(HEADS[key]),
      wide: true,
      cell: (entry: Entry) => amountCell(entry, key),
    })),
    { key: 'finding', head: t('findingColumn'), cell: (entry) => <FindingWords entry={entry} /> },
  ]
}

/** The reference at the bank or payment service, the order, and the time. */
function EntryReference({ entry }: { entry: Entry }) {
  const path = pathOf(entry)
  const words = entry.reference || entry.number
  return (
    <>
      {path ? (
        <a className="link link-primary wrap-anywhere" href={path}>
          {words}
        </a>
      ) : (
        words
      )}
      <span className="block text-base-content/75 text-xs">
        {entry.reference && entry.number} <Arrival at={entry.at} />
      </span>
    </>
  )
}

function FindingWords({ entry }: { entry: Entry }) {
  const t = useTranslations('desk.reconciliation')
  const { finding } = entry
  const isOpenEntry = isOpen(entry)
  return (
    <>
      <StateWord tone={isOpenEntry ? 'warning' : 'plain'}>{t(`finding.${finding}`)}</StateWord>
      <span className="block max-w-prose text-base-content/75 text-sm">
        {isOpenEntry ? t(`todo.${finding as 'unsettled'}`) : t('nothingToDo')}
      </span>
    </>
  )
}
