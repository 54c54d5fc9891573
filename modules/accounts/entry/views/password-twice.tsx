import type { Problems } from '#src/http/body.ts'
import { PasswordField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'

/** The fields for a new password and its repetition. */
export function PasswordTwice({ label, problems }: { label: string; problems?: Problems }) {
  const t = useTranslations('accounts')
  const attributes = { required: true, autoComplete: 'new-password', problems }
  return (
    <>
      <PasswordField name="password" label={label} hint={t('passwordHint')} {...attributes} />
      <PasswordField name="confirmPassword" label={t('confirmPassword')} {...attributes} />
    </>
  )
}
