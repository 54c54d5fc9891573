import type { ReactNode } from 'react'
import { localeOf, twinIn } from '#assembly/template/words-in.ts'
import { type SigningOrder, signingOrder } from '#modules/signing/index.ts'
import type { Locale } from '#src/core/i18n.ts'
import { MAX_TO_ONE_MAILBOX } from '#src/mail/mail-limits.ts'
import { SentenceSpace, useLocale, useTranslations } from '#views/language.tsx'
import { PageHead, Panel } from '#views/parts.tsx'
import { type Column, Table } from '#views/table.tsx'
import type { Batch } from '../batch.ts'
import { intervalWords } from '../order-form.ts'
import { problemWords } from '../result.ts'
import { digestOf, type ReviewedRow, type SendingReview, type SharedPoint } from '../sending-review.ts'
import { faultPlace, faultWords } from '../table/check-row.ts'
import { partyLabels } from '../table/columns.ts'
import { Reserved } from './batch-actions.tsx'

/** The maximum number of rows that are shown; further ones are only counted. */
const MAX_SHOWN = 100
/** The maximum number of reasons that are shown for one document. */
const MAX_REASONS = 4

interface Props {
  batch: Batch
  order: SigningOrder
  review: SendingReview
  /** The head of each column. */
  heads: Map<string, string>
  /** The points that were ticked in a form that was refused. */
  confirmed?: string[]
  /** Whether something has changed since the form was shown. */
  isChanged?: boolean
}

/** Shows before the sending which documents are finalised and sent, and which are not. */
export function SendingPage({ batch, order, review, heads, confirmed, isChanged }: Props) {
  const t = useTranslations('batches')
  const { ready, incomplete, unreachable, uses } = review
  const { id } = batch
  const usesNeeded = ready.length
  const isShort = uses.left < usesNeeded
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
        {isChanged && (
          <p role="alert" className="alert alert-warning alert-soft">
            {t('sending.changed')}
          </p>
        )}
        <Panel title={t('sending.ready', { count: usesNeeded })}>
          {usesNeeded > 0 && <p>{t('sending.lead')}</p>}
          <OrderSummary batch={batch} order={order} />
          {usesNeeded > 0 && (
            <p className="mt-3">
              {t('sending.uses', { needed: usesNeeded, left: uses.left })}
              <Reserved count={uses.reserved} />
            </p>
          )}
          {isShort && (
            <p role="alert" className="alert alert-warning alert-soft mt-2">
              {t('sending.tooFew')}
            </p>
          )}
          {review.frequent.map(({ address, documents }) => (
            <p key={address} className="alert alert-info alert-soft wrap-anywhere mt-2">
              {t('sending.frequent', { address, documents, max: MAX_TO_ONE_MAILBOX })}
            </p>
          ))}
          <div className="mt-3 flex flex-wrap gap-2">
            {usesNeeded > 0 && !isShort && (
              <form method="post" action={`/mgmt/batches/${id}/sending`} noValidate>
                <input type="hidden" name="reviewed" value={digestOf(review, order)} />
                <Confirmations points={review.points} heads={heads} confirmed={confirmed} />
                <button type="submit" className="btn btn-primary">
                  {t('sending.submit', { count: usesNeeded })}
                </button>
              </form>
            )}
            {isShort && (
              <a href="/pricing" className="btn btn-primary">
                {t('buy')}
              </a>
            )}
          </div>
          {usesNeeded > 0 && <RowNames rows={ready} />}
        </Panel>
        <LeftOut
          title={t('sending.incomplete', { count: incomplete.length })}
          rows={incomplete}
          heads={heads}
        />
        <LeftOut
          title={t('sending.unreachable', { count: unreachable.length })}
          rows={unreachable}
          heads={heads}
        />
        <LeftOut
          title={t('sending.elsewhere', { count: review.inOtherState.length })}
          rows={review.inOtherState}
          heads={heads}
        />
      </div>
    </>
  )
}

function OrderSummary({ batch, order: { parties, options } }: Pick<Props, 'batch' | 'order'>) {
  const t = useTranslations('batches.order')
  const tSigning = useTranslations('signing')
  const tBatches = useTranslations('batches')
  const labels = partyLabels(batch, localeOf(useLocale()) as Locale)
  const people = signingOrder.peopleIn(batch)
  const lines = parties.toSorted((a, b) => a.turn - b.turn)
  return (
    <>
      <ul className="mt-3 list-none">
        {lines.map(({ party, turn, person }) => {
          const signatory = person ?? people.find((one) => one.party === party)
          const personLine = [signatory?.name, signatory?.email].filter(Boolean).join(', ')
          return (
            <li key={party} className="wrap-anywhere">
              {t('line', {
                turn,
                party: labels.get(party) ?? party,
                who: personLine || t('inDocument'),
              })}
            </li>
          )
        })}
      </ul>
      <p>
        {tSigning('setting.confirmDays', { days: options.days })}
        <SentenceSpace />
        {tBatches('pair', {
          name: tSigning('setting.options.reminders'),
          value: intervalWords(tSigning, options.reminderDays),
        })}
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

interface ConfirmationsProps extends Pick<Props, 'heads' | 'confirmed'> {
  points: SharedPoint[]
}

/** Points that must be confirmed, each once for all documents. */
function Confirmations({ points, heads, confirmed }: ConfirmationsProps) {
  const t = useTranslations('batches.sending')
  const tBatches = useTranslations('batches')
  const locale = localeOf(useLocale()) as Locale
  if (!points.length) return null
  return (
    <fieldset className="mb-4 rounded-box border border-base-300 p-3">
      <legend className="px-1 font-medium">{t('confirm')}</legend>
      {points.map(({ confirmation, fault, rows }, index) => {
        const isMissing = confirmed !== undefined && !confirmed.includes(confirmation)
        const place = faultPlace(fault, heads, locale)
        return (
          <div key={confirmation} className="py-1">
            <label className="flex items-start gap-2 text-sm">
              <input
                type="checkbox"
                name={confirmation}
                value="yes"
                required
                defaultChecked={confirmed?.includes(confirmation)}
                aria-invalid={isMissing ? true : undefined}
                aria-describedby={isMissing ? `confirm-${index}` : undefined}
                className="checkbox checkbox-sm mt-0.5"
              />
              <span>
                {tBatches('pair', { name: place, value: faultWords(fault, locale) })}{' '}
                {t('inRows', { count: rows })}
              </span>
            </label>
            {isMissing && (
              <p id={`confirm-${index}`} role="alert" className="text-error text-sm">
                {t('unconfirmed')}
              </p>
            )}
          </div>
        )
      })}
    </fieldset>
  )
}

function RowNames({ rows }: { rows: ReviewedRow[] }) {
  const t = useTranslations('batches')
  return (
    <details className="mt-3">
      <summary className="cursor-pointer py-1 text-sm">{t('sending.names')}</summary>
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

interface LeftOutProps extends Pick<Props, 'heads'> {
  title: string
  rows: ReviewedRow[]
}

/** Documents that are not sent, each with the reason. */
function LeftOut({ title, rows, heads }: LeftOutProps) {
  const t = useTranslations('batches')
  const tDocuments = useTranslations('documents')
  const locale = localeOf(useLocale()) as Locale
  if (!rows.length) return null
  const columns: Column<ReviewedRow>[] = [
    { key: 'row', head: t('head.row'), cell: ({ number }) => number, end: true },
    {
      key: 'name',
      head: t('head.name'),
      main: true,
      cell: ({ documentId, name }) => (
        <a className="link" href={`/mgmt/${documentId}/view-doc`}>
          {name}
        </a>
      ),
    },
    {
      key: 'reason',
      head: t('head.fault'),
      cell: ({ status, faults, problem }): ReactNode =>
        status !== 'draft' && status !== 'approved' && status !== 'finalised'
          ? tDocuments(`status.${status}`)
          : problem && !faults.length
            ? problemWords({ problem: problem.code, details: problem }, locale)
            : faults.slice(0, MAX_REASONS).map((fault) => (
                <span key={`${fault.column} ${faultWords(fault, locale)}`} className="block">
                  {t('pair', { name: faultPlace(fault, heads, locale), value: faultWords(fault, locale) })}
                </span>
              )),
    },
  ]
  return (
    <Panel title={title}>
      <p className="mb-2 text-sm">{t('sending.leftOut')}</p>
      <Table
        caption={title}
        columns={columns}
        rows={rows.slice(0, MAX_SHOWN)}
        rowKey={({ number }) => String(number)}
      />
      {rows.length > MAX_SHOWN && <p className="text-sm">{t('more', { count: rows.length - MAX_SHOWN })}</p>}
    </Panel>
  )
}
