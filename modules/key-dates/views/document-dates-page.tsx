import type { findHeading } from '#modules/documents/index.ts'
import type { FormState } from '#src/http/body.ts'
import { ActionPlace } from '#views/action-link.tsx'
import { TextField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { PageHead, Panel } from '#views/parts.tsx'
import { useMay } from '#views/permissions.ts'
import { type KeyDate, mayHaveDates } from '../key-date.ts'
import { DateFields } from './date-forms.tsx'
import { DateRow } from './date-row.tsx'

type Heading = Awaited<ReturnType<typeof findHeading>>

interface Props {
  document: Heading
  dates: KeyDate[]
  /** The refused form that adds a date. */
  added?: FormState
  /** The refused form with the day of signing on paper. */
  paper?: FormState
}

/** All dates of one document. */
export function DocumentDatesPage({ document, dates, added, paper }: Props) {
  const t = useTranslations('keyDates')
  const mayEdit = useMay('document.create') && mayHaveDates(document)
  const { id, name, number, kind, status } = document
  const path = `/mgmt/${id}/key-dates`
  const showsPaperForm =
    kind === 'drafted' && status === 'finalised' && dates.every(({ source }) => source === null)
  return (
    <>
      <PageHead
        title={t('titleOf', { document: name })}
        lead={<span className="tabular-nums">{number}</span>}
      >
        <a
          href={`/mgmt/${id}/${kind === 'imported' ? 'my-docs-import-view' : 'view-doc'}`}
          className="btn btn-outline"
        >
          {t('toDocument')}
        </a>
        <a href="/mgmt/key-dates" className="btn btn-ghost">
          {t('all')}
        </a>
      </PageHead>
      <div className="grid items-start gap-4 lg:grid-cols-[1fr_24rem]">
        <Panel title={t('title')}>
          {dates.length ? (
            <ul className="divide-y divide-base-300">
              {dates.map((date) => (
                <li key={date.id}>
                  <DateRow date={date} from="document" />
                </li>
              ))}
            </ul>
          ) : (
            <p className="text-base-content/75">{t(emptyKey(document))}</p>
          )}
          <p className="mt-3 text-base-content/75 text-sm">{t('notice')}</p>
        </Panel>
        {mayEdit && (
          <div className="grid gap-4">
            {showsPaperForm && (
              <Panel title={t('paper.title')}>
                <p className="text-base-content/75 text-sm">{t('paper.teach')}</p>
                <form method="post" action={`${path}/paper`} noValidate>
                  <TextField {...paper} name="signed" label={t('paper.day')} type="date" required />
                  <button type="submit" className="btn btn-primary mt-2">
                    {t('paper.submit')}
                  </button>
                </form>
              </Panel>
            )}
            <Panel title={t('add.title')}>
              <form method="post" action={path} noValidate>
                <DateFields {...added} isOwn />
                <button
                  type="submit"
                  className={`btn mt-2 ${showsPaperForm ? 'btn-outline' : 'btn-primary'}`}
                >
                  {t('add.submit')}
                </button>
              </form>
            </Panel>
          </div>
        )}
      </div>
      <ActionPlace />
    </>
  )
}

function emptyKey(document: Heading) {
  if (!mayHaveDates(document)) return 'none.draft'
  if (document.kind === 'imported') return 'none.imported'
  return document.status === 'completed' ? 'none.signed' : 'none.unsigned'
}
