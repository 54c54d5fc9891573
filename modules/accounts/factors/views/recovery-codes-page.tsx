import type { FormState } from '#src/http/body.ts'
import { AcctTabs } from '#views/acct-tabs.tsx'
import { FormProblem } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { Panel } from '#views/parts.tsx'
import { CurrentPasswordField } from '../../profile/views/profile-forms.tsx'

interface Props {
  codes: string[]
  username: string
  /** The page that a person requested before they had to set up a second factor. */
  requestedPath: string
}

/** The page that shows new recovery codes, for the only time. */
export function RecoveryCodesPage({ codes, username, requestedPath }: Props) {
  const t = useTranslations('security')
  return (
    <>
      <div className="print:hidden">
        <AcctTabs current="security" />
      </div>
      <Panel title={t('codes.title')}>
        <p role="status" className="mb-1 max-w-prose">
          {t('codes.saveThem')}
        </p>
        <p className="mb-4 text-base-content/75 text-sm">{t('codes.of', { username })}</p>
        <ol className="grid max-w-sm grid-cols-2 gap-x-6 gap-y-2 rounded-field bg-base-200 px-5 py-4 font-mono">
          {codes.map((code) => (
            <li key={code} className="whitespace-nowrap">
              {code}
            </li>
          ))}
        </ol>
        <div className="mt-4 flex flex-wrap gap-2 print:hidden">
          <a className="btn btn-primary" href={requestedPath || '/mgmt/acct-info/security'}>
            {t('codes.saved')}
          </a>
          <button
            type="button"
            className="btn btn-outline"
            data-copy-link={codes.join('\n')}
            data-copied={t('codes.copied')}
          >
            {t('codes.copy')}
          </button>
          <button type="button" className="btn btn-outline" data-print hidden>
            {t('codes.print')}
          </button>
        </div>
      </Panel>
    </>
  )
}

/** The form that replaces the codes, after asking for the password. */
export function RenewCodesPage({ problems, details }: FormState) {
  const t = useTranslations('security')
  return (
    <>
      <AcctTabs current="security" />
      <Panel title={t('codes.renew')}>
        <form
          id="codes-form"
          method="post"
          action="/mgmt/acct-info/security/recovery-codes"
          noValidate
          className="max-w-md"
        >
          <FormProblem problem={problems?.form} values={details} />
          <p className="mb-1 text-sm">{t('codes.renewing')}</p>
          <CurrentPasswordField problems={problems} />
          <div className="mt-4 flex flex-wrap gap-2">
            <button type="submit" className="btn btn-primary">
              {t('codes.renew')}
            </button>
            <a className="btn btn-ghost" href="/mgmt/acct-info/security">
              {t('cancel')}
            </a>
          </div>
        </form>
      </Panel>
    </>
  )
}
