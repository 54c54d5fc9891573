import type { Viewer } from '#src/core/viewer.ts'
import { FormProblem } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { Card } from '#views/parts.tsx'
import { linkTo } from '../../entry/views/links.ts'
import type { FoundInvitation } from '../invitation-acceptance.ts'

interface Props {
  token: string
  invitation: FoundInvitation
  viewer: Viewer | null
  problem?: string
}

/** What a mailed link shows. Looking changes nothing: mail programs open links by themselves. */
export function InvitationPage({ token, invitation, viewer, problem }: Props) {
  const t = useTranslations('acctInfo.invitation')
  const { email, teamName, inviterName } = invitation
  return (
    <Card title={t('title')}>
      <FormProblem problem={problem} />
      <p className="mb-3">{t('lead', { inviter: inviterName, team: teamName })}</p>
      <p className="mb-4 text-base-content/75 text-sm">{t('meaning')}</p>
      {!viewer && <WayIn email={email} token={token} />}
      {viewer && viewer.email?.toLowerCase() !== email && <OtherAccount email={email} viewer={viewer} />}
      {viewer && viewer.email?.toLowerCase() === email && (
        <form method="post" action={`/invitation/${token}/acceptance`}>
          <button type="submit" className="btn btn-primary w-full">
            {t('accept')}
          </button>
        </form>
      )}
    </Card>
  )
}

function WayIn({ email, token }: { email: string; token: string }) {
  const t = useTranslations('acctInfo.invitation')
  const returnUrl = `/invitation/${token}`
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
      <form method="post" action="/logout">
        <button type="submit" className="btn btn-outline w-full">
          {t('logout')}
        </button>
      </form>
    </>
  )
}
