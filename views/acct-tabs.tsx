import { useTranslations } from '#views/language.tsx'
import { PageHead } from '#views/parts.tsx'
import { usePermissions } from '#views/permissions.ts'

const TABS = [
  { key: 'account', href: '/mgmt/acct-info' },
  { key: 'security', href: '/mgmt/acct-info/security' },
  { key: 'members', href: '/mgmt/acct-info/members' },
  { key: 'seals', href: '/mgmt/acct-info/seals' },
  { key: 'brand', href: '/mgmt/acct-info/brand' },
  { key: 'api', href: '/mgmt/acct-info/api-keys' },
  { key: 'webhooks', href: '/mgmt/acct-info/webhooks' },
  { key: 'sso', href: '/mgmt/acct-info/single-sign-on' },
  { key: 'authorisation', href: '/mgmt/acct-info/authorisation' },
  { key: 'services', href: '/mgmt/acct-info/services' },
  { key: 'usage', href: '/mgmt/acct-info/usage' },
  { key: 'orders', href: '/mgmt/order-record' },
  { key: 'memory', href: '/mgmt/acct-info/translation-memory' },
  { key: 'notices', href: '/mgmt/acct-info/notices' },
] as const

interface Props {
  current: (typeof TABS)[number]['key']
  /** The completed action, as a key under `acctInfo.done`. */
  done?: string
}

/**
 * Whether a tab is for this viewer. Members, brand, API keys, webhooks, single sign-on and translation
 * memory are for administrators, seals for users who may use them; authorisation, services, usage and orders
 * are not for staff.
 */
function isFor(permissions: readonly string[], key: Props['current']): boolean {
  if (['members', 'memory', 'brand', 'api', 'webhooks', 'sso'].includes(key))
    return permissions.includes('team.edit')
  if (key === 'seals') return permissions.includes('seal.use')
  return (
    !['authorisation', 'services', 'usage', 'orders'].includes(key) || !permissions.includes('desk.enter')
  )
}

const DONE_ACTIONS = [
  'password',
  'email',
  'mobile',
  'profile',
  'company',
  'deletion',
  'session',
  'sessions',
  'factorAdded',
  'factorRenamed',
  'factorRemoved',
  'deviceForgotten',
  'devicesForgotten',
  'bound',
  'unbound',
  'notices',
  'templates',
  'invited',
  'resent',
  'withdrawn',
  'granted',
  'factorsRequired',
  'factorsWaived',
  'removed',
  'brand',
  'brandRemoved',
  'keyRevoked',
  'webhookSaved',
  'webhookDisabled',
  'webhookEnabled',
  'webhookRemoved',
  'webhookTested',
  'webhookAgain',
  'webhookAllAgain',
  'ssoSaved',
  'ssoEnabled',
  'ssoDisabled',
  'ssoRemoved',
  'domainAdded',
  'domainProved',
  'domainRemoved',
  'personUnlinked',
] as const

/** The tabs of the account pages, and a notice of the completed action. */
export function AcctTabs({ current, done }: Props) {
  const permissions = usePermissions()
  const t = useTranslations('acctInfo')
  const action = DONE_ACTIONS.find((one) => one === done)
  const tabs = TABS.filter(({ key }) => isFor(permissions, key))
  return (
    <>
      <PageHead title={t('title')} />
      <nav aria-label={t('title')} className="tabs tabs-border mb-4 *:[--tab-p:0.5rem]">
        {tabs.map(({ key, href }) => (
          <a
            key={key}
            href={href}
            aria-current={key === current ? 'page' : undefined}
            className={`tab ${key === current ? 'tab-active' : 'text-base-content/80!'}`}
          >
            {t(`tab.${key}`)}
          </a>
        ))}
      </nav>
      {action && (
        <p role="status" className="alert alert-success alert-soft mb-4 text-sm">
          {t(`done.${action}`)}
        </p>
      )}
    </>
  )
}
