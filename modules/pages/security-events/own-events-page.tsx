import { KEPT_DAYS } from '#src/auth/security-event.ts'
import { SECURITY_EVENTS } from '#src/db/platform-schema.ts'
import { AcctTabs } from '#views/acct-tabs.tsx'
import { useTranslations } from '#views/language.tsx'
import { FilterForm } from '#views/list/filter-form.tsx'
import { EventPages, EventTable, type EventTableProps, FilterMenu } from './event-table.tsx'

export const OWN_EVENTS = '/mgmt/acct-info/security-events'

interface Props extends Omit<EventTableProps, 'reader'> {
  /** The members whose events the administrator may choose; null for other viewers. */
  members: { id: string; name: string }[] | null
  scope: string
  kind: string
  next: string | null
  before: string
}

/** The security events of the viewer's account; for an administrator also the team's events. */
export function OwnEventsPage({ members, scope, kind, next, before, ...list }: Props) {
  const t = useTranslations('security.events')
  return (
    <>
      <AcctTabs current="security" />
      <h2 className="mb-1 font-serif text-lg">{t('title')}</h2>
      <div className="mb-4 max-w-prose text-base-content/75 text-sm">
        <p>{t('lead', { days: KEPT_DAYS })}</p>
        {members && <p>{t('teamLead')}</p>}
      </div>
      <FilterForm action={OWN_EVENTS} list="event-list">
        {members && (
          <FilterMenu
            name="whose"
            label={t('whose')}
            value={scope}
            options={[
              ['', t('own')],
              ['team', t('team')],
              ...members.map(({ id, name }) => [id, name] as const),
            ]}
          />
        )}
        <FilterMenu
          name="kind"
          label={t('kind')}
          value={kind}
          options={[['', t('any')], ...SECURITY_EVENTS.map((one) => [one, t(`kinds.${one}`)] as const)]}
        />
      </FilterForm>
      <div id="event-list" className="rounded-box border border-base-300 bg-base-100">
        <EventTable {...list} reader={scope ? 'team' : 'self'} />
        <EventPages path={OWN_EVENTS} filters={{ whose: scope, kind }} next={next} before={before} />
      </div>
    </>
  )
}
