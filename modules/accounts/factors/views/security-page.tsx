import { AcctTabs } from '#views/acct-tabs.tsx'
import { ActionLink, ActionPlace } from '#views/action-link.tsx'
import { useTranslations } from '#views/language.tsx'
import { Panel, StateWord, Tag } from '#views/parts.tsx'
import { Day, Moment } from '#views/values/moment.tsx'
import type { Factor } from '../factor.ts'
import type { LoginSecurity } from '../own/login-security.ts'
import { DevicesPanel } from './devices-panel.tsx'

interface Props extends LoginSecurity {
  done?: string
  /** Whose rule requires a second factor, if the account must set one up before it can do anything else. */
  rule?: 'staff' | 'team'
  /** The page that the person requested first. */
  requestedPath: string
}

/** The second factors of the account, its recovery codes, and an explanation of them. */
export function SecurityPage({ factors, devices, codesLeft, done, rule, requestedPath }: Props) {
  const t = useTranslations('security')
  return (
    <>
      <AcctTabs current="security" done={done} />
      {rule && (
        <p role="status" className="alert alert-warning alert-soft mb-4">
          {t(`due.${rule}`)}
        </p>
      )}
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <FactorsPanel factors={factors} requestedPath={requestedPath} />
        {factors.length > 0 && (
          <div className="grid gap-4">
            <CodesPanel codesLeft={codesLeft} />
            <DevicesPanel devices={devices} />
          </div>
        )}
        <EventsPanel />
      </div>
      <ActionPlace />
    </>
  )
}

function EventsPanel() {
  const t = useTranslations('security.events')
  return (
    <Panel title={t('title')}>
      <p className="mb-3 max-w-prose text-base-content/75 text-sm">{t('panelLead')}</p>
      <a className="btn btn-outline btn-sm" href="/mgmt/acct-info/security-events">
        {t('open')}
      </a>
    </Panel>
  )
}

function FactorsPanel({ factors, requestedPath }: { factors: Factor[]; requestedPath: string }) {
  const t = useTranslations('security')
  return (
    <Panel title={t('title')}>
      <p className="mb-3">
        <StateWord tone={factors.length ? 'success' : 'plain'}>{t(factors.length ? 'on' : 'off')}</StateWord>
      </p>
      <p className="mb-3 max-w-prose text-base-content/75 text-sm">{t('lead')}</p>
      {factors.length > 0 && (
        <ul className="mb-3 divide-y divide-base-300">
          {factors.map((factor) => (
            <FactorLine key={factor.id} factor={factor} />
          ))}
        </ul>
      )}
      <AddButtons first={!factors.length} requestedPath={requestedPath} />
    </Panel>
  )
}

function AddButtons({ first: isFirst, requestedPath }: { first: boolean; requestedPath: string }) {
  const t = useTranslations('security')
  const query = requestedPath && `?${new URLSearchParams({ returnUrl: requestedPath })}`
  return (
    <div className="flex flex-wrap gap-2">
      <a
        className={`btn btn-sm ${isFirst ? 'btn-primary' : 'btn-outline'}`}
        href={`/mgmt/acct-info/security/authenticator${query}`}
      >
        {t('add.totp')}
      </a>
      <a className="btn btn-outline btn-sm" href={`/mgmt/acct-info/security/passkey${query}`}>
        {t('add.passkey')}
      </a>
    </div>
  )
}

function FactorLine({ factor: { id, kind, name, created_at, last_used_at } }: { factor: Factor }) {
  const t = useTranslations('security')
  const kindName = t(`kind.${kind}`)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
      <span className="min-w-0">
        <span className="wrap-anywhere block font-medium">
          {name} {name !== kindName && <Tag>{kindName}</Tag>}
        </span>
        <span className="block text-base-content/75 text-sm">
          {t('factor.added')} <Day at={created_at} />
          {' · '}
          {last_used_at ? (
            <>
              {t('factor.lastUsed')} <Moment at={last_used_at} />
            </>
          ) : (
            t('factor.neverUsed')
          )}
        </span>
      </span>
      <ActionLink
        href={`/mgmt/acct-info/security/factor?id=${id}`}
        label={t('factor.editNamed', { name })}
        className="btn btn-ghost btn-sm"
      >
        {t('factor.change')}
      </ActionLink>
    </li>
  )
}

function CodesPanel({ codesLeft }: { codesLeft: number }) {
  const t = useTranslations('security')
  return (
    <Panel title={t('codes.title')}>
      <p className="mb-3">
        <StateWord tone={codesLeft > 3 ? 'success' : 'warning'}>
          {t('codes.left', { count: codesLeft })}
        </StateWord>
      </p>
      <p className="mb-3 max-w-prose text-base-content/75 text-sm">{t('codes.lead')}</p>
      <a className="btn btn-outline btn-sm" href="/mgmt/acct-info/security/recovery-codes">
        {t('codes.renew')}
      </a>
    </Panel>
  )
}
