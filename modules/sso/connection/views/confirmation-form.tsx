import { ActionForm } from '#views/action-card.tsx'
import { useTranslations } from '#views/language.tsx'
import { SSO } from '../../paths.ts'

/** The actions that need a confirmation. */
export type Confirmed = 'disabling' | 'removal' | 'domainRemoval' | 'unlinking'

interface Props {
  what: Confirmed
  action: string
  /** The provider, domain or person that the action concerns. */
  name?: string
}

export function ConfirmationForm({ what, action, name }: Props) {
  const t = useTranslations('sso')
  return (
    <ActionForm
      id={`${what}-form`}
      action={action}
      submit={t(`${what}.submit`)}
      cancel={SSO}
      isDestructive
      confirms
    >
      <p className="wrap-anywhere font-medium">{name}</p>
      <p>{t(`${what}.meaning`)}</p>
    </ActionForm>
  )
}
