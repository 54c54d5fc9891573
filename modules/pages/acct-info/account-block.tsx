import type { Profile } from '#modules/accounts/index.ts'
import { shownMobile } from '#src/core/identity-numbers/mobile-number.ts'
import type { Viewer } from '#src/core/viewer.ts'
import { smsAvailable } from '#src/mail/sms.ts'
import { ActionLink } from '#views/action-link.tsx'
import { Facts } from '#views/facts.tsx'
import { useTranslations } from '#views/language.tsx'
import { Panel } from '#views/parts.tsx'

interface Props {
  viewer: Viewer
  profile: Profile
  offersSocial: boolean
}

export function AccountBlock({ viewer, profile, offersSocial }: Props) {
  const t = useTranslations()
  const facts = [
    { label: t('accounts.username'), value: viewer.username },
    { label: t('accounts.email'), value: viewer.email },
    { label: t('accounts.mobile'), value: viewer.mobile && shownMobile(viewer.mobile) },
    { label: t('accounts.name'), value: viewer.name },
    { label: t('accounts.identity'), value: t(`accounts.identities.${profile.identity}`) },
    { label: t('acctInfo.department'), value: profile.department },
    { label: t('acctInfo.position'), value: profile.position },
    { label: t('acctInfo.mailingAddress'), value: profile.mailing_address },
  ]
  if (offersSocial || profile.socialName)
    facts.push({ label: t('acctInfo.social.label'), value: profile.socialName ?? t('acctInfo.social.none') })
  return (
    <Panel title={t('acctInfo.account')}>
      {profile.emailRefused && (
        <p role="status" className="alert alert-warning alert-soft mb-3">
          {t('acctInfo.emailRefused')}
        </p>
      )}
      <Facts facts={facts} />
      <div className="mt-4 flex flex-wrap gap-2">
        <ActionLink href="/mgmt/acct-info/profile">{t('acctInfo.action.profile')}</ActionLink>
        <ActionLink href="/mgmt/acct-info/password">{t('acctInfo.action.password')}</ActionLink>
        <ActionLink href="/mgmt/acct-info/email">{t('acctInfo.action.email')}</ActionLink>
        {smsAvailable && <ActionLink href="/mgmt/acct-info/mobile">{t('acctInfo.action.mobile')}</ActionLink>}
        <SocialAction bound={profile.socialName !== null} offered={offersSocial} />
      </div>
    </Panel>
  )
}

/** Binds WeChat and returns to this page, or unbinds it. */
function SocialAction({ bound: isBound, offered: isOffered }: { bound: boolean; offered: boolean }) {
  const t = useTranslations('acctInfo')
  if (!isBound && !isOffered) return null
  if (isBound) return <ActionLink href="/mgmt/acct-info/social/unbinding">{t('social.unbind')}</ActionLink>
  return (
    <a
      href={`/acct/login-wechat?${new URLSearchParams({ returnUrl: '/mgmt/acct-info?done=bound' })}`}
      className="btn btn-outline btn-sm"
    >
      {t('social.bind')}
    </a>
  )
}
