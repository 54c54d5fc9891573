import type { Viewer } from '#src/core/viewer.ts'
import { FormProblem } from '#views/forms.tsx'
import type { MessageKey } from '#views/language/messages.ts'
import { useTranslations } from '#views/language.tsx'
import { Card } from '#views/parts.tsx'
import { linkTo } from '../../entry/views/links.ts'
import type { FoundInvitation } from '../invitation-acceptance.ts'
import { LogoutForm } from './logout-form.tsx'

interface Props {
  invitation: FoundInvitation
  /** The address to which the acceptance is posted. */
  action: string
  /** The return address after login or registration. */
  returnUrl: string
  viewer: Viewer | null
  problem?: MessageKey
}

/**
 * The page of a mailed link, with the next step. Opening it changes nothing, because mail programs open
 * links automatically.
 */
export function InvitationPage({ invitation, action, returnUrl, viewer, problem }: Props) {
  const t = useTranslations('acctInfo.invitation')
  const { email, teamName, inviterName } = invitation
  return (
    <Card title={t('title')}>
      <FormProblem problem={problem} />
      <p className="mb-3">{t('lead', { inviter: inviterName, team: teamName })}</p>
      <p className="mb-4 text-base-content/75 text-sm">{t('meaning')}</p>
      {!viewer && <LoginLinks email={email} returnUrl={returnUrl} />}
      {viewer && viewer.email?.toLowerCase() !== email && <OtherAccount email={email} viewer={viewer} />}
      {viewer && viewer.email?.toLowerCase() === email && (
        <form method="post" action={action}>
          <button type="submit" className="btn btn-primary w-full">
            {t('accept')}
          </button>
        </form>
      )}
    </Card>
  )
}

function LoginLinks({ email, returnUrl }: { email: string; returnUrl: string }) {
  const t = useTranslations('acctInfo.invitation')
  return (
    <>
      <p className="mb-3">{t('comeIn', { email })}</p>
      <p className="flex flex-wrap gap-3">
        <a className="btn btn-primary flex-1" href={linkTo('/acct/login', { returnUrl }, { login: email })}>
          {t('login')}
        </a>
        <a className="btn btn-outline flex-1" href={linkTo('/acct/register', { returnUrl }, { email })}>
          {t('register')}
        </a>
      </p>
    </>
  )
}

function OtherAccount({ email, viewer }: { email: string; viewer: Viewer }) {
  const t = useTranslations('acctInfo.invitation')
  return (
    <>
      <p className="mb-3">{t('otherAccount', { email, username: viewer.username })}</p>
      <LogoutForm />
    </>
  )
}
