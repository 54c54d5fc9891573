import { useTranslations } from '#views/language.tsx'
import { PageHead, Panel } from '#views/parts.tsx'
import type { Access, OpenedPage } from '../access.ts'
import { AccessFacts, AccessWithPages, PastAccesses } from './accesses.tsx'

interface Props {
  rows: Access[]
  pages: OpenedPage[]
  /** Id of the running access. */
  running: string | null
  /** The completed action, from the URL. */
  done?: string
}

const DONE = ['allowed', 'refused', 'ended'] as const

const PATH = '/mgmt/acct-info/support-access'

/**
 * The page on which a customer allows our staff to see pages, ends the access, and reads which pages staff
 * opened.
 */
export function SupportAccessPage({ rows, pages, running, done }: Props) {
  const t = useTranslations('supportAccess')
  const doneAction = DONE.find((one) => one === done)
  const pendingRequest = rows.find(({ state }) => state === 'asked')
  const runningAccess = rows.find(({ id }) => id === running)
  const pastAccesses = rows.filter((one) => one !== pendingRequest && one !== runningAccess)
  return (
    <>
      <PageHead title={t('title')} lead={t('lead')}>
        <a className="btn btn-ghost" href="/mgmt/acct-info">
          {t('back')}
        </a>
      </PageHead>
      {doneAction && (
        <p role="status" className="alert alert-success alert-soft mb-4 text-sm">
          {t(`done.${doneAction}`)}
        </p>
      )}
      <div className="grid max-w-3xl gap-4">
        {pendingRequest && <PendingRequest access={pendingRequest} />}
        {runningAccess && (
          <Panel title={t('runningTitle')}>
            <AccessWithPages access={runningAccess} pages={pages} />
            <AccessButton access={runningAccess} action="ending" words={t('end')} look="btn-primary" />
          </Panel>
        )}
        {(pastAccesses.length > 0 || !(pendingRequest || runningAccess)) && (
          <PastAccesses accesses={pastAccesses} pages={pages} emptyText={t('none')} />
        )}
      </div>
    </>
  )
}

function PendingRequest({ access }: { access: Access }) {
  const t = useTranslations('supportAccess')
  return (
    <Panel title={t('askedTitle')}>
      <AccessFacts access={access} />
      <h3 className="mt-3 font-semibold">{t('seesTitle')}</h3>
      <p className="max-w-prose">{t('sees')}</p>
      <h3 className="mt-3 font-semibold">{t('seesNotTitle')}</h3>
      <p className="max-w-prose">{t('seesNot')}</p>
      <p className="mt-3 max-w-prose">{t('howLong')}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <AccessButton access={access} action="consent" words={t('allow')} look="btn-primary" />
        <AccessButton access={access} action="refusal" words={t('refuse')} look="" />
      </div>
    </Panel>
  )
}

interface ButtonProps {
  access: Access
  action: 'consent' | 'refusal' | 'ending'
  words: string
  look: string
}

function AccessButton({ access, action, words, look }: ButtonProps) {
  return (
    <form method="post" action={`${PATH}/${action}`} className="mt-2">
      <input type="hidden" name="access" value={access.id} />
      <button type="submit" className={`btn ${look}`}>
        {words}
      </button>
    </form>
  )
}
