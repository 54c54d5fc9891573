import { useTranslations } from '#views/language.tsx'
import { Empty, PageHead, StateWord } from '#views/parts.tsx'
import type { BulkActionName, BulkResult } from './bulk.ts'

interface Props {
  path: string
  action: BulkActionName
  results: BulkResult[]
}

/** The result for each selected entry. */
export function BulkResultsPage({ path, action, results }: Props) {
  const t = useTranslations('desk.work')
  const doneCount = results.filter(({ outcome }) => isSuccess(outcome)).length
  return (
    <>
      <PageHead title={t('resultsTitle')} lead={t(`bulk.${action}`)}>
        <a className="btn btn-primary" href={path} data-key="u">
          {t('backToQueue')}
        </a>
      </PageHead>
      {results.length > 0 && (
        <p
          role="status"
          className={`alert alert-soft mb-4 text-sm ${doneCount === results.length ? 'alert-success' : 'alert-warning'}`}
        >
          {t('results', { done: doneCount, rest: results.length - doneCount })}
        </p>
      )}
      <div className="rounded-box border border-base-300 bg-base-100">
        {results.length ? (
          <ul className="divide-y divide-base-300">
            {results.map((result) => (
              <li key={result.id} className="flex flex-wrap justify-between gap-x-4 gap-y-1 px-4 py-2">
                <a
                  className="link-hover wrap-anywhere min-w-0 font-medium"
                  href={`${path.split('?')[0]}/${result.id}`}
                >
                  {result.label}
                </a>
                <Outcome result={result} action={action} />
              </li>
            ))}
          </ul>
        ) : (
          <Empty icon="task" title={t('nothingSelected')}>
            {t('nothingSelectedHint')}
          </Empty>
        )}
      </div>
    </>
  )
}

const isSuccess = (outcome: BulkResult['outcome']) => outcome === 'done' || outcome === 'already'

function Outcome({ result: { outcome, ownerName }, action }: { result: BulkResult; action: BulkActionName }) {
  const t = useTranslations('desk.work')
  const name = ownerName ?? '–'
  if (outcome === 'done') return <StateWord tone="success">{t(`did.${action}`, { name })}</StateWord>
  if (outcome === 'already') return <StateWord tone="plain">{t('already')}</StateWord>
  if (outcome === 'notPossible') return <StateWord tone="warning">{t('notAnswered')}</StateWord>
  if (outcome === 'finished') return <StateWord tone="warning">{t('isFinished')}</StateWord>
  return <StateWord tone="warning">{t('theirsLeft', { name })}</StateWord>
}
