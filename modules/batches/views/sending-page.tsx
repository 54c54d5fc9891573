import type { ReactNode } from 'react'
import { localeOf, twinIn } from '#assembly/template/words-in.ts'
import { type SigningOrder, signingOrder } from '#modules/signing/index.ts'
import type { Locale } from '#src/core/i18n.ts'
import { useLocale, useTranslations } from '#views/language.tsx'
import { PageHead, Panel } from '#views/parts.tsx'
import { type Column, Table } from '#views/table.tsx'
import type { Batch } from '../batch.ts'
import { intervalWords } from '../order-form.ts'
import { problemWords } from '../result.ts'
import type { ReviewedRow, SendingReview } from '../sending-review.ts'
import { partyLabels } from '../table/columns.ts'

/** Further rows are only counted. */
const SHOWN = 100

interface Props {
  batch: Batch
  order: SigningOrder
  review: SendingReview
}

/** What is finalised and sent, and what is not, before it is done. */
export function SendingPage({ batch, order, review }: Props) {
  const t = useTranslations('batches')
  const { ready, incomplete, unreachable, uses } = review
  const { id } = batch
  const needed = ready.length
  const isShort = uses.left < needed
  return (
    <>
      <PageHead
        title={t('sending.title')}
        lead={t('pageTitle', { title: twinIn(batch.template.title, localeOf(useLocale())) })}
      >
        <a href={`/mgmt/batches/${id}`} className="btn btn-outline">
          {t('row.back')}
        </a>
      </PageHead>
      <div className="grid gap-4">
        <Panel title={t('sending.ready', { count: needed })}>
          {needed > 0 && <p>{t('sending.lead')}</p>}
          <Order batch={batch} order={order} />
          {needed > 0 && <p className="mt-3">{t('sending.uses', { needed, ...uses })}</p>}
          {isShort && (
            <p role="alert" className="alert alert-warning alert-soft mt-2">
              {t('sending.tooFew')}
            </p>
          )}
          <div className="mt-3 flex flex-wrap gap-2">
            {needed > 0 && !isShort && (
              <form method="post" action={`/mgmt/batches/${id}/sending`}>
                <button type="submit" className="btn btn-primary">
                  {t('sending.submit', { count: needed })}
                </button>
              </form>
            )}
            {isShort && (
              <a href="/pricing" className="btn btn-primary">
                {t('buy')}
              </a>
            )}
          </div>
          {needed > 0 && <Names rows={ready} />}
        </Panel>
        <LeftOut title={t('sending.incomplete', { count: incomplete.length })} rows={incomplete} />
        <LeftOut title={t('sending.unreachable', { count: unreachable.length })} rows={unreachable} />
      </div>
    </>
  )
}

function Order({ batch, order: { parties, options } }: Pick<Props, 'batch' | 'order'>) {
  const t = useTranslations('batches.order')
  const say = useTranslations('signing')
  const labels = partyLabels(batch, localeOf(useLocale()) as Locale)
  const people = signingOrder.peopleIn(batch)
  const lines = parties.toSorted((a, b) => a.turn - b.turn)
  return (
    <>
      <ul className="mt-3 list-none">
        {lines.map(({ party, turn, person }) => {
          const named = person ?? people.find((one) => one.party === party)
          const who = [named?.name, named?.email].filter(Boolean).join(', ')
          return (
            <li key={party} className="wrap-anywhere">
              {t('line', {
                turn,
                party: labels.get(party) ?? party,
                who: who || t('inDocument'),
              })}
            </li>
          )
        })}
      </ul>
      <p>
        {say('setting.confirmDays', { days: options.days })} {say('setting.options.reminders')}:{' '}
        {intervalWords(say, options.reminderDays)}
      </p>
      {options.message && (
        <p className="wrap-anywhere mt-1 border-base-300 border-s-2 ps-2">{options.message}</p>
      )}
      <p className="mt-2">
        <a href={`/mgmt/batches/${batch.id}/signing-order`} className="link">
          {t('change')}
        </a>
      </p>
    </>
  )
}

function Names({ rows }: { rows: ReviewedRow[] }) {
  const t = useTranslations('batches')
  return (
    <details className="mt-3">
      <summary className="cursor-pointer text-sm">{t('sending.names')}</summary>
      <ul className="mt-2 list-disc ps-5 text-sm">
        {rows.map(({ number, documentId, name }) => (
          <li key={number}>
            <a className="link" href={`/mgmt/${documentId}/view-doc`}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** Documents that are not sent, each with the reason. */
function LeftOut({ title, rows }: { title: string; rows: ReviewedRow[] }) {
  const t = useTranslations('batches')
  const locale = localeOf(useLocale()) as Locale
  if (!rows.length) return null
  const columns: Column<ReviewedRow>[] = [
    { key: 'row', head: t('head.row'), cell: ({ number }) => number, end: true },
    {
      key: 'name',
      head: t('head.name'),
      main: true,
      cell: ({ documentId, name }) => (
        <a className="link" href={`/mgmt/${documentId}/edit-doc`}>
          {name}
        </a>
      ),
    },
    {
      key: 'reason',
      head: t('head.fault'),
      cell: ({ open, problem }): ReactNode =>
        problem
          ? problemWords({ problem: problem.code, details: problem }, locale)
          : t('row.open', { count: open }),
    },
  ]
  return (
    <Panel title={title}>
      <p className="mb-2 text-sm">{t('sending.leftOut')}</p>
      <Table
        caption={title}
        columns={columns}
        rows={rows.slice(0, SHOWN)}
        rowKey={({ number }) => String(number)}
      />
      {rows.length > SHOWN && <p className="text-sm">{t('more', { count: rows.length - SHOWN })}</p>}
    </Panel>
  )
}
