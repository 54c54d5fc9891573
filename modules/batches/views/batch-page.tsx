import { localeOf, twinIn } from '#assembly/template/words-in.ts'
import type { AppError } from '#src/core/errors.ts'
import type { FormState } from '#src/http/body.ts'
import { FileField } from '#views/forms.tsx'
import { useLocale, useTranslations } from '#views/language.tsx'
import { PageHead, Panel } from '#views/parts.tsx'
import type { Batch, BatchRow } from '../batch.ts'
import { MAX_ROWS, type Unreadable } from '../table/read-table.ts'
import { BatchActions } from './batch-actions.tsx'
import { Faults } from './faults.tsx'
import { RowTable } from './row-table.tsx'
import type { BatchPageData } from './shown.ts'

interface Props extends BatchPageData, FormState {
  fileProblem?: Unreadable
  problem?: AppError
}

/** The page of a batch, from its table to its result. */
export function BatchPage({ fileProblem, problems, ...pageData }: Props) {
  const t = useTranslations('batches')
  const locale = localeOf(useLocale())
  const { batch } = pageData
  const title = twinIn(batch.template.title, locale)
  return (
    <>
      <PageHead
        title={t('pageTitle', { title })}
        lead={batch.model ? t('withModel', { name: batch.model }) : t('withoutModel')}
      >
        <a href="/mgmt/batches" className="btn btn-outline">
          {t('all')}
        </a>
      </PageHead>
      <div className="grid gap-4">
        {batch.state === 'open' && (
          <Upload batch={batch} heads={pageData.heads} fileProblem={fileProblem} problems={problems} />
        )}
        <BatchState {...pageData} />
      </div>
    </>
  )
}

interface UploadProps extends FormState {
  batch: Batch
  heads: BatchPageData['heads']
  fileProblem?: Unreadable
}

function Upload({ batch: { id, rows }, heads, fileProblem, problems }: UploadProps) {
  const t = useTranslations('batches')
  return (
    <Panel title={t(rows.length ? 'upload.again' : 'upload.title')}>
      <p className="max-w-prose">{t('upload.lead')}</p>
      <p className="mt-2">
        <a href={`/mgmt/batches/${id}/table.xlsx`} className="link link-primary">
          {t('upload.download')}
        </a>{' '}
        <a href={`/mgmt/batches/${id}/table.csv`} className="link text-sm">
          {t('upload.asCsv')}
        </a>
      </p>
      {fileProblem && (
        <div role="alert" className="alert alert-error alert-soft my-3 block text-sm">
          <p className="font-medium">{t('upload.unreadable')}</p>
          <p>
            {t('upload.unreadableAt', {
              line: fileProblem.line,
              problem: t(`unreadable.${fileProblem.problem}`, { max: MAX_ROWS }),
            })}
          </p>
        </div>
      )}
      <form
        method="post"
        action={`/mgmt/batches/${id}/table`}
        encType="multipart/form-data"
        noValidate
        className="mt-3 max-w-xl"
      >
        <FileField
          name="file"
          label={t('upload.file')}
          hint={t('upload.hint', { max: MAX_ROWS })}
          problems={problems}
          required
          accept=".csv,.xlsx,.txt,text/csv,text/plain"
        />
        <button type="submit" className="btn btn-primary mt-3">
          {t('upload.submit')}
        </button>
      </form>
      <details className="mt-3">
        <summary className="cursor-pointer py-1 text-sm">{t('upload.columns')}</summary>
        <p className="wrap-anywhere mt-2 max-w-prose text-sm">{[...heads.values()].join(' | ')}</p>
      </details>
    </Panel>
  )
}

/**
 * The progress of a batch, updated every second while it runs, less often with many rows, and not while it
 * waits for the next day.
 */
export function BatchState({ batch, documents, uses, heads }: BatchPageData) {
  const t = useTranslations('batches')
  const refreshAttributes = isRunning(batch) &&
    !batch.resumes_at && {
      'hx-get': `/mgmt/batches/${batch.id}`,
      'hx-trigger': batch.rows.length > MANY_ROWS ? 'every 5s' : 'every 1s',
      'hx-swap': 'outerMorph',
    }
  const { rows } = batch
  return (
    <div id="batch-state" className="grid gap-4" {...refreshAttributes}>
      {rows.length > 0 && <BatchCounts batch={batch} documents={documents} uses={uses} />}
      {!isRunning(batch) && <Faults batch={batch} heads={heads} />}
      {rows.length > 0 && <RowTable batch={batch} documents={documents} />}
      {!isRunning(batch) && (
        <p>
          <a href={`/mgmt/batches/${batch.id}/removal`} className="btn btn-outline btn-error btn-sm">
            {t('remove')}
          </a>
        </p>
      )}
    </div>
  )
}

const MANY_ROWS = 100

const isRunning = ({ state }: Pick<Batch, 'state'>) => state === 'drafting' || state === 'sending'

function BatchCounts({ batch, documents, uses }: Pick<BatchPageData, 'batch' | 'documents' | 'uses'>) {
  const t = useTranslations('batches')
  const { rows, state, ignored } = batch
  const count = (state: string) => rows.filter((row) => row.state === state).length
  const incomplete = rows.filter((row) => row.state === 'good' && row.open > 0).length
  return (
    <Panel title={t(`batchState.${state}`)}>
      {isRunning(batch) && (
        <progress
          className="progress progress-primary my-3 w-full"
          {...progressOf(batch)}
          aria-label={t(`batchState.${state}`)}
        />
      )}
      <div role="status">
        <ul className="list-disc ps-5">
          {count('drafted') > 0 && <li>{t('count.drafted', { count: count('drafted') })}</li>}
          {count('good') > 0 && <li>{t('count.good', { count: count('good') })}</li>}
          {incomplete > 0 && <li>{t('count.incomplete', { count: incomplete })}</li>}
          {count('faulty') > 0 && <li>{t('count.faulty', { count: count('faulty') })}</li>}
          {count('failed') > 0 && <li>{t('count.failed', { count: count('failed') })}</li>}
          {count('queued') > 0 && <li>{t('count.queued', { count: count('queued') })}</li>}
          {count('finalised') > 0 && <li>{t('count.finalised', { count: count('finalised') })}</li>}
          {count('sent') > 0 && <li>{t('count.sent', { count: count('sent') })}</li>}
          {count('unsent') > 0 && <li>{t('count.unsent', { count: count('unsent') })}</li>}
        </ul>
      </div>
      {state === 'open' && ignored.length > 0 && (
        <p className="wrap-anywhere mt-2">{t('ignored', { columns: ignored.join(' | ') })}</p>
      )}
      <BatchActions batch={batch} documents={documents} uses={uses} />
    </Panel>
  )
}

function progressOf({ state, rows }: Pick<Batch, 'state' | 'rows'>) {
  const count = (...states: BatchRow['state'][]) => rows.filter((row) => states.includes(row.state)).length
  const [done, remaining] =
    state === 'drafting'
      ? [count('drafted'), count('good')]
      : [count('sent') + count('finalised') / 2, count('queued') + count('finalised') / 2]
  return { value: done, max: done + remaining }
}
