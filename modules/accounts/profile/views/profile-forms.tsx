import { REPLY } from '#src/calendar/reply.ts'
import { config } from '#src/core/config.ts'
import type { FormState } from '#src/http/body.ts'
import { ActionForm } from '#views/action-card.tsx'
import { CheckField, PasswordField, TextField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { CodePart, type CodePartProps } from '../../entry/views/code-part.tsx'
import { PasswordTwice } from '../../entry/views/password-twice.tsx'
import type { Identity } from '../../schema.ts'

export function PasswordForm({ values, problems, details }: FormState) {
  const t = useTranslations()
  return (
    <ActionForm
      id="password-form"
      action="/mgmt/acct-info/password"
      submit={t('acctInfo.save')}
      problem={problems?.form}
      details={details}
    >
      <CurrentPasswordField problems={problems} />
      <PasswordTwice label={t('accounts.newPassword')} problems={problems} />
      <CheckField name="others" values={values} problems={problems}>
        {t('acctInfo.endOthersToo')}
      </CheckField>
    </ActionForm>
  )
}

export function ProfileEditForm({ values, problems, identity }: FormState & { identity: Identity }) {
  const t = useTranslations('acctInfo')
  const formState = { values, problems }
  return (
    <ActionForm
      id="profile-form"
      action="/mgmt/acct-info/profile"
      submit={t('save')}
      problem={problems?.form}
    >
      <input type="hidden" name="version" value={values?.version} />
      <TextField name="name" label={t('name')} required autoComplete="name" {...formState} />
      <TextField name="department" label={t('department')} required={identity === 'company'} {...formState} />
      <TextField name="position" label={t('position')} autoComplete="organization-title" {...formState} />
      <TextField
        name="mailingAddress"
        label={t('mailingAddress')}
        autoComplete="street-address"
        {...formState}
      />
      <p className="mt-1 text-base-content/75 text-xs">{t('bySupport', { mail: config.company.mail })}</p>
    </ActionForm>
  )
}

export function CompanyEditForm({ values, problems, isIndividual }: FormState & { isIndividual: boolean }) {
  const t = useTranslations('acctInfo')
  const formState = { values, problems }
  return (
    <ActionForm
      id="company-form"
      action="/mgmt/acct-info/company"
      submit={t('save')}
      problem={problems?.form}
    >
      <input type="hidden" name="version" value={values?.version} />
      {!isIndividual && (
        <>
          <TextField
            name="companyName"
            label={t('companyName')}
            required
            autoComplete="organization"
            {...formState}
          />
          <TextField
            name="creditCode"
            label={t('creditCode')}
            hint={t('creditCodeHint')}
            autoCapitalize="characters"
            {...formState}
          />
        </>
      )}
      <TextField name="phone" label={t('phone')} inputMode="tel" {...formState} />
      <TextField name="address" label={t(isIndividual ? 'address' : 'companyAddress')} {...formState} />
    </ActionForm>
  )
}

type ContactProps = Omit<CodePartProps, 'purpose'> & Pick<FormState, 'details'> & { way: 'email' | 'mobile' }

export function ContactForm({ way, details, ...part }: ContactProps) {
  const t = useTranslations('acctInfo')
  const values = { ...part.values, channel: way }
  return (
    <ActionForm
      id="contact-form"
      action={`/mgmt/acct-info/${way}`}
      submit={t('save')}
      problem={part.problems?.form}
      details={details}
    >
      <p className="mb-1 text-base-content/75 text-sm">{t(`contactLead.${way}`)}</p>
      <CodePart {...part} values={values} purpose={way} />
      <CurrentPasswordField problems={part.problems} />
    </ActionForm>
  )
}

/**
 * The field for the current password: only the owner can change credentials, not another person at an open
 * browser.
 */
export function CurrentPasswordField({ problems }: Pick<FormState, 'problems'>) {
  const t = useTranslations('acctInfo')
  return (
    <PasswordField
      name="current"
      label={t('currentPassword')}
      required
      autoComplete="current-password"
      problems={problems}
    />
  )
}

export function UnbindForm({ problems, details }: FormState) {
  const t = useTranslations('acctInfo')
  return (
    <ActionForm
      id="unbind-form"
      action="/mgmt/acct-info/social/unbinding"
      submit={t('social.unbind')}
      problem={problems?.form}
      details={details}
      cancel="/mgmt/acct-info"
      isDestructive
    >
      <p className="mb-1 text-sm">{t('social.unbindLead')}</p>
      <CurrentPasswordField problems={problems} />
    </ActionForm>
  )
}

interface DeletionProps extends FormState {
  askedAt?: string
  /** Whether payments or refunds of the account or its team are not settled. */
  moneyOpen?: boolean
}

export function DeletionForm({ values, problems, details, askedAt, moneyOpen }: DeletionProps) {
  const t = useTranslations('acctInfo')
  if (askedAt)
    return <p>{t('deletionOpen', { day: askedAt, mail: config.company.mail, reply: REPLY.personalData })}</p>
  return (
    <ActionForm
      id="deletion-form"
      action="/mgmt/acct-info/deletion"
      submit={t('askDeletion')}
      problem={problems?.form}
      details={details}
      isDestructive
    >
      <p className="mb-2">{t('deletionLead')}</p>
      {moneyOpen && <p className="alert alert-warning alert-soft mb-2 text-sm">{t('deletionMoney')}</p>}
      <TextField
        name="words"
        label={t('deletionWords')}
        maxLength={1000}
        values={values}
        problems={problems}
      />
    </ActionForm>
  )
}
