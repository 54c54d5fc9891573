import type { FormState } from '#src/http/body.ts'
import { AcctTabs } from '#views/acct-tabs.tsx'
import { ActionLink, ActionPlace } from '#views/action-link.tsx'
import { Facts } from '#views/facts.tsx'
import { FormProblem } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { Empty, Panel, StateWord } from '#views/parts.tsx'
import { SSO } from '../../paths.ts'
import type { Connection } from '../connection.ts'
import { AddressLine } from './address-line.tsx'
import { DomainsPanel } from './domains-panel.tsx'
import { ProviderHelp } from './provider-help.tsx'

export interface Addresses {
  /** The redirect URI for the provider. */
  redirect: string
  /** The URL at which the team's people log in. */
  login: string
}

interface Props extends FormState {
  /** Null before the connection is set up. */
  connection: Connection | null
  /** Whether the team's plan includes single sign-on. */
  included: boolean
  addresses: Addresses
  done?: string
}

export function SsoSettingsPage({ connection, included, addresses, done, ...formState }: Props) {
  const t = useTranslations('sso')
  return (
    <>
      <AcctTabs current="sso" done={done} />
      <p className="max-w-prose text-base-content/75">{t('lead')}</p>
      <p className="mb-4 max-w-prose text-base-content/75">{t('passwordToo')}</p>
      {!included && (
        <p className="alert alert-info alert-soft mb-4 text-sm">
          <span>
            {t('problem.plan')}{' '}
            <a className="link" href="/pricing">
              {t('plans')}
            </a>
          </span>
        </p>
      )}
      <FormProblem problem={formState.problems?.form} values={formState.details} />
      {connection ? (
        <div className="mt-4 grid gap-4">
          <StatePanel connection={connection} included={included} addresses={addresses} />
          <DomainsPanel domains={connection.domains} included={included} {...formState} />
          <PeoplePanel people={connection.people} linked={connection.linked} />
        </div>
      ) : (
        <Empty icon="key" title={t('none')}>
          <p>{t('teach')}</p>
          {included && (
            <a href={`${SSO}/provider`} className="btn btn-primary mt-4">
              {t('provider.new')}
            </a>
          )}
        </Empty>
      )}
      {connection && <ProviderHelp />}
      <ActionPlace />
    </>
  )
}

type StateProps = Pick<Props, 'included' | 'addresses'> & { connection: Connection }

function StatePanel({ connection, included, addresses }: StateProps) {
  const t = useTranslations('sso')
  const isEnabled = connection.state === 'enabled'
  const facts = [
    { label: t('provider.issuer'), value: connection.issuer },
    { label: t('provider.clientId'), value: connection.client_id },
    { label: t('provider.secret'), value: t('secretStored') },
    { label: t('newMembers'), value: t(connection.adds_members ? 'members.added' : 'members.invited') },
    { label: t('loginAddress'), value: <AddressLine text={addresses.login} /> },
    { label: t('redirectAddress'), value: <AddressLine text={addresses.redirect} /> },
  ]
  return (
    <Panel
      title={t('provider.title')}
      action={<StateWord tone={isEnabled ? 'success' : 'plain'}>{t(`states.${connection.state}`)}</StateWord>}
    >
      <Facts facts={facts} />
      <div className="mt-4 flex flex-wrap gap-2">
        {included && (
          <>
            <form method="post" action={`${SSO}/test`}>
              <button type="submit" className="btn btn-outline btn-sm">
                {t('test.submit')}
              </button>
            </form>
            {!isEnabled && (
              <form method="post" action={`${SSO}/enabling`}>
                <button type="submit" className="btn btn-primary btn-sm">
                  {t('enable')}
                </button>
              </form>
            )}
            <a className="btn btn-outline btn-sm" href={`${SSO}/provider`}>
              {t('provider.change')}
            </a>
          </>
        )}
        {isEnabled && <ActionLink href={`${SSO}/disabling`}>{t('disabling.submit')}</ActionLink>}
        <ActionLink href={`${SSO}/removal`}>{t('removal.submit')}</ActionLink>
      </div>
    </Panel>
  )
}

function PeoplePanel({ people, linked }: Pick<Connection, 'people' | 'linked'>) {
  const t = useTranslations('sso')
  return (
    <Panel title={t('people.title')}>
      {people.length ? (
        <ul className="divide-y divide-base-300">
          {people.map(({ id, name, subject }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-2 py-2">
              <span className="wrap-anywhere">
                {name} <span className="block text-base-content/75 text-xs">{subject}</span>
              </span>
              <ActionLink
                href={`${SSO}/people/${id}/unlinking`}
                label={t('people.unlink', { name })}
                className="btn btn-outline btn-xs"
              >
                {t('unlinking.submit')}
              </ActionLink>
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-base-content/75 text-sm">{t('people.none')}</p>
      )}
      {linked > people.length && (
        <p className="mt-2 text-sm">{t('people.more', { count: linked - people.length })}</p>
      )}
    </Panel>
  )
}
