import { REPLY } from '#src/calendar/reply.ts'
import { now } from '#src/core/clock.ts'
import { AcctTabs } from '#views/acct-tabs.tsx'
import { ActionLink, ActionPlace } from '#views/action-link.tsx'
import { useTranslations } from '#views/language.tsx'
import { Empty, Panel } from '#views/parts.tsx'
import { type Column, NarrowLine, Table } from '#views/table.tsx'
import { Day, Moment } from '#views/values/moment.tsx'
import { type Authorisation, daysUntil, RENEWABLE_DAYS } from '../authorisation.ts'
import { AuthorisationState } from './authorisation-state.tsx'
import { addressOf, HOME } from './choice.tsx'

interface Props {
  /** Newest first. */
  authorisations: Authorisation[]
  /** The authorisation under which the viewer sends now. */
  valid?: Pick<Authorisation, 'sender' | 'name' | 'ends_at'>
  /** The document that is to be sent. */
  document: string
  demo: boolean
  maySend: boolean
}

/** The viewer's current authorisation, and earlier ones. */
export function AuthorisationsPage({ authorisations, valid, document, demo, maySend }: Props) {
  const t = useTranslations('authorisations')
  const pending = authorisations.find(({ state }) => state === 'pending')
  const latest = authorisations.at(0)
  const isRenamed = !valid && authorisations.some(isRunning)
  const isUrgent = !valid || daysUntil(valid.ends_at!) <= RENEWABLE_DAYS
  return (
    <>
      <AcctTabs current="authorisation" />
      <div className="grid gap-4">
        <Panel title={t('title')}>
          <p className="mb-3 max-w-prose text-base-content/75 text-sm">{t('lead')}</p>
          {valid ? (
            <Valid valid={valid} />
          ) : (
            !pending && <p className="mb-3">{t(isRenamed ? 'renamed' : 'none')}</p>
          )}
          {latest?.state === 'refused' && (
            <p role="status" className="alert alert-warning alert-soft wrap-anywhere mb-3 block">
              {t('refusedBecause', { reason: latest.reason ?? '' })}
            </p>
          )}
          {pending && <PendingAuthorisation pending={pending} document={document} demo={demo} />}
          <p className="flex flex-wrap gap-2">
            {maySend && (
              <ActionLink
                href={addressOf('/choice', document)}
                className={`btn btn-sm ${isUrgent ? 'btn-primary' : 'btn-outline'}`}
              >
                {t(valid ? 'renew' : 'authorise')}
              </ActionLink>
            )}
            {document && (
              <a href={`/mgmt/${document}/sign-setting`} className="btn btn-outline btn-sm">
                {t('backToDocument')}
              </a>
            )}
          </p>
        </Panel>
        <section className="rounded-box border border-base-300 bg-base-100">
          {authorisations.length ? (
            <History authorisations={authorisations} />
          ) : (
            <Empty icon="log" title={t('noHistory')} />
          )}
        </section>
      </div>
      <ActionPlace />
    </>
  )
}

/**
 * Whether an authorisation is granted and has not ended. It is nevertheless invalid if the sender's name has
 * changed since.
 */
const isRunning = ({ state, ends_at }: Authorisation) => state === 'granted' && ends_at! > now()

function Valid({ valid }: { valid: NonNullable<Props['valid']> }) {
  const t = useTranslations('authorisations')
  const end = valid.ends_at!
  return (
    <p className="mb-3">
      {t(`valid.${valid.sender}`, { name: valid.name })}{' '}
      <span className="block text-base-content/75 text-sm">
        {t('until')} <Day at={end} /> · {t('daysLeft', { days: daysUntil(end) })}
      </span>
    </p>
  )
}

function PendingAuthorisation({
  pending,
  document,
  demo,
}: {
  pending: Authorisation
  document: string
  demo: boolean
}) {
  const t = useTranslations('authorisations')
  const action = `${HOME}/${pending.id}/demo-approval${document && `?document=${document}`}`
  return (
    <div role="status" className="alert alert-info alert-soft mb-3 block">
      <p>{t('pending', { name: pending.name, reply: REPLY.general })}</p>
      {demo && (
        <form method="post" action={action} className="mt-2">
          <button type="submit" className="btn btn-sm">
            {t('demoApproval')}
          </button>
        </form>
      )}
    </div>
  )
}

function History({ authorisations }: { authorisations: Authorisation[] }) {
  const t = useTranslations('authorisations')
  const columns: Column<Authorisation>[] = [
    { key: 'name', head: t('column.sender'), main: true, cell: (row) => <NameCell row={row} /> },
    { key: 'state', head: t('column.state'), cell: (row) => <AuthorisationState {...row} /> },
    { key: 'person', head: t('column.person'), cell: ({ person }) => person || '–', wide: true },
    {
      key: 'requested',
      head: t('column.requested'),
      cell: (row) => <Moment at={row.requested_at} />,
      wide: true,
    },
    { key: 'valid', head: t('column.valid'), cell: (row) => <ValidityPeriod row={row} />, wide: true },
  ]
  return <Table caption={t('history')} columns={columns} rows={authorisations} rowKey={(row) => row.id} />
}

function NameCell({ row }: { row: Authorisation }) {
  const t = useTranslations('authorisations')
  return (
    <>
      <span className="wrap-anywhere font-medium">{row.name}</span>
      <span className="block text-base-content/75 text-xs">
        {t(`sender.${row.sender}`)} · {t(`number.${row.number_kind}`)} {row.number}
      </span>
      <NarrowLine>
        <Moment at={row.requested_at} />
        <ValidityPeriod row={row} />
      </NarrowLine>
    </>
  )
}

/** The beginning and the end of the authorisation. */
function ValidityPeriod({ row: { starts_at, ends_at } }: { row: Authorisation }) {
  if (!starts_at || !ends_at) return '–'
  return (
    <span className="whitespace-nowrap">
      <Day at={starts_at} /> – <Day at={ends_at} />
    </span>
  )
}
