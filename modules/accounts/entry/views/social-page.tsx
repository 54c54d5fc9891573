import type { Problems } from '#src/http/body.ts'
import { CheckField, FormProblem, PasswordField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { Card } from '#views/parts.tsx'
import { AgreementWords } from '#views/values/agreement-words.tsx'
import { type LoginParameters, linkTo } from './links.ts'
import { WechatMark } from './social-way.tsx'

interface Props extends LoginParameters {
  problems?: Problems
  /** Values for the placeholders in the problems' messages. */
  details?: Record<string, string | number>
  /** The display name of a social identity that is not bound to an account yet. */
  nickname?: string
  /** Whether a logged-in user binds the identity; they have accepted the agreements already. */
  isBinding: boolean
}

/** The page before the redirect to WeChat, and the page after it when a step remains. */
export function SocialPage(props: Props) {
  const t = useTranslations('accounts')
  const { returnUrl, social, nickname } = props
  return (
    <div className="grid w-full justify-items-center">
      <Card title={t(props.isBinding ? 'social.bindTitle' : 'social.title')}>
        {nickname ? (
          <NotBound nickname={nickname} returnUrl={returnUrl} social={social} />
        ) : (
          <SocialStart {...props} />
        )}
        {!props.isBinding && (
          <p className="mt-4 text-sm">
            <a className="link link-primary" href={linkTo('/acct/login', { returnUrl })}>
              {t('social.otherWays')}
            </a>
          </p>
        )}
      </Card>
    </div>
  )
}

function SocialStart({ problems, details, returnUrl, isBinding }: Props) {
  const t = useTranslations('accounts')
  const tAccount = useTranslations('acctInfo')
  return (
    <form id="social-form" method="post" action="/acct/login-wechat" noValidate>
      <FormProblem problem={problems?.form} values={details} />
      <p className="mb-3 text-sm">{t(isBinding ? 'social.bindLead' : 'social.lead')}</p>
      <input type="hidden" name="returnUrl" value={returnUrl ?? ''} />
      {isBinding ? (
        <PasswordField
          name="current"
          label={tAccount('currentPassword')}
          required
          autoComplete="current-password"
          problems={problems}
        />
      ) : (
        <CheckField name="agreement" problems={problems}>
          <AgreementWords />
        </CheckField>
      )}
      <button type="submit" className="btn btn-primary mt-3 w-full">
        <WechatMark />
        {t('social.wechat')}
      </button>
    </form>
  )
}

function NotBound({ nickname, returnUrl, social }: LoginParameters & { nickname: string }) {
  const t = useTranslations('accounts')
  return (
    <>
      <FormProblem problem="common.error.SOCIAL_NOT_BOUND" />
      <p className="my-3 text-sm">{t('social.notBound', { nickname })}</p>
      <a className="btn btn-primary w-full" href={linkTo('/acct/login', { returnUrl, social })}>
        {t('social.haveAccount')}
      </a>
      <a className="btn btn-outline mt-2 w-full" href={linkTo('/acct/register', { returnUrl, social })}>
        {t('social.newAccount')}
      </a>
    </>
  )
}
