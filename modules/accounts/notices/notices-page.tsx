import { LOCALES } from '#src/core/i18n.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { FormState } from '#src/http/body.ts'
import { AcctTabs } from '#views/acct-tabs.tsx'
import { CheckField, SelectField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { Panel } from '#views/parts.tsx'
import { NOTICE_GROUPS, NOTICE_WAYS, type NoticeGroup } from './notice-choice.ts'

const GROUPS = Object.keys(NOTICE_GROUPS) as NoticeGroup[]
/**
 * Mails that cannot be turned off, because a person waits for them, or because they concern the account
 * itself.
 */
const MANDATORY_MAILS = ['asked', 'copy', 'security', 'package', 'answers', 'announced'] as const

interface Props {
  viewer: Viewer
  form: FormState
  done?: string
}

export function NoticesPage({ viewer, form, done }: Props) {
  const t = useTranslations('acctInfo')
  return (
    <>
      <AcctTabs current="notices" done={done} />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Panel title={t('notices.byMail')}>
          <Mailbox email={viewer.email} />
          <form method="post" action="/mgmt/acct-info/notices" noValidate>
            {GROUPS.map((group) => (
              <SelectField
                key={group}
                name={group}
                label={t(`notices.group.${group}`)}
                options={NOTICE_WAYS.map((value) => ({ value, label: t(`notices.way.${value}`) }))}
                {...form}
              />
            ))}
            <LanguageField form={form} />
            <CheckField name="templates" {...form}>
              {t('notices.templates')}
            </CheckField>
            <button type="submit" className="btn btn-primary mt-3">
              {t('save')}
            </button>
          </form>
        </Panel>
        <Panel title={t('notices.always')}>
          <p>{t('notices.alwaysLead')}</p>
          <ul className="mt-2 list-disc space-y-1 pl-5">
            {MANDATORY_MAILS.map((kind) => (
              <li key={kind}>{t(`notices.fixed.${kind}`)}</li>
            ))}
          </ul>
        </Panel>
      </div>
    </>
  )
}

function LanguageField({ form }: { form: FormState }) {
  const t = useTranslations('acctInfo.notices')
  const languages = LOCALES.map((value) => ({ value, label: t(`languages.${value}`) }))
  return (
    <SelectField
      name="locale"
      label={t('language')}
      hint={t('languageHint')}
      options={[{ value: '', label: t('languageOfSite') }, ...languages]}
      {...form}
    />
  )
}

function Mailbox({ email }: { email: string | null }) {
  const t = useTranslations('acctInfo')
  if (email) return <p className="wrap-anywhere mb-2">{t('notices.lead', { email })}</p>
  return (
    <div className="alert alert-warning alert-soft mb-2">
      <p>{t('notices.noEmail')}</p>
      <a href="/mgmt/acct-info/email" className="btn btn-outline btn-sm">
        {t('action.email')}
      </a>
    </div>
  )
}
