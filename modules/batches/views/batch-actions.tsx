import { dynamicKey } from '#views/language/messages.ts'
import { SentenceSpace, useTranslations } from '#views/language.tsx'
import { useMay } from '#views/permissions.ts'
import { Moment } from '#views/values/moment.tsx'
import type { Batch } from '../batch.ts'
import { SENDABLE_STATES } from '../send-documents.ts'
import { UNSENT_STATES } from '../sending-review.ts'
import type { BatchPageData } from './shown.ts'

/** The next actions that are possible with a batch. */
export function BatchActions({
  batch,
  documents,
  uses,
}: Pick<BatchPageData, 'batch' | 'documents' | 'uses'>) {
  const t = useTranslations('batches')
  const tError = useTranslations('common.error')
  const [mayFinalise, maySign] = [useMay('document.finalise'), useMay('document.sign')]
  const maySend = mayFinalise && maySign
  const { id, state, problem, resumes_at } = batch
  const usesNeeded = countWaitingRows(batch)
  const isShort = uses !== null && uses.left < usesNeeded
  return (
    <>
      {state === 'stopped' && problem && (
        <p role="alert" className="alert alert-warning alert-soft mt-3">
          {t('stopped', { reason: tError(dynamicKey<'common.error'>(problem)) })}
        </p>
      )}
      {state === 'held' && problem && (
        <p role="alert" className="alert alert-warning alert-soft mt-3">
          {t('held', { reason: tError(dynamicKey<'common.error'>(problem)) })}
        </p>
      )}
      {state === 'sending' && resumes_at && (
        <p className="alert alert-info alert-soft mt-3">
          <span>
            {t('resumes')} <Moment at={resumes_at} />
          </span>
        </p>
      )}
      {state === 'open' && uses && usesNeeded > 0 && (
        <p className="mt-3">
          {t('uses', { needed: usesNeeded, left: uses.left })}
          <Reserved count={uses.reserved} />
        </p>
      )}
      {isShort && (
        <p role="alert" className="alert alert-warning alert-soft mt-2">
          {t('tooFew')}
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        {SENDABLE_STATES.includes(state) && hasUnsent({ batch, documents }) && maySend && (
          <a className="btn btn-primary" href={`/mgmt/batches/${id}/signing-order`}>
            {t('send')}
          </a>
        )}
        {['open', 'stopped', 'drafted', 'sent'].includes(state) && usesNeeded > 0 && !isShort && (
          <form method="post" action={`/mgmt/batches/${id}/drafting`}>
            <button
              type="submit"
              className={hasUnsent({ batch, documents }) ? 'btn btn-outline' : 'btn btn-primary'}
            >
              {t(state === 'open' ? 'begin.drafts' : 'continue', { count: usesNeeded })}
            </button>
          </form>
        )}
        {isShort && (
          <a href="/pricing" className="btn btn-primary">
            {t('buy')}
          </a>
        )}
        {['drafting', 'stopped', 'sending', 'held'].includes(state) && (
          <form method="post" action={`/mgmt/batches/${id}/cancellation`}>
            <button type="submit" className="btn btn-outline">
              {t(state === 'sending' || state === 'held' ? 'cancelSending' : 'cancel')}
            </button>
          </form>
        )}
        {(state === 'drafting' || state === 'sending') && (
          <noscript>
            <a className="btn btn-ghost" href={`/mgmt/batches/${id}`}>
              {t('reload')}
            </a>
          </noscript>
        )}
        {!['open', 'drafting', 'sending'].includes(state) && (
          <a className="btn btn-outline" href={`/mgmt/batches/${id}/result.csv`}>
            {t('download')}
          </a>
        )}
      </div>
    </>
  )
}

/** The number of rows whose drafts would be made now. */
const countWaitingRows = ({ rows }: Batch) =>
  rows.filter(({ state }) => state === 'good' || state === 'failed').length

/** Whether there are documents whose signing has not been started. */
function hasUnsent({ batch, documents }: Pick<BatchPageData, 'batch' | 'documents'>): boolean {
  const documentIds = new Set(
    documents.filter(({ status }) => !SENT_STATUSES.includes(status)).map(({ id }) => id),
  )
  return batch.rows.some(
    ({ state, document_id }) => UNSENT_STATES.includes(state) && document_id && documentIds.has(document_id),
  )
}

const SENT_STATUSES: BatchPageData['documents'][number]['status'][] = ['signing', 'completed']

/** The number of uses that the team's other batches wait for. */
export function Reserved({ count }: { count: number }) {
  const t = useTranslations('batches')
  if (count === 0) return null
  return (
    <>
      <SentenceSpace />
      {t('reserved', { count })}
    </>
  )
}
