import { ActionForm } from '#views/action-card.tsx'
import { useTranslations } from '#views/language.tsx'
import { SSO } from '../../paths.ts'

/** The actions that need a confirmation. */
export type ConfirmedAction = 'disabling' | 'removal' | 'domainRemoval' | 'unlinking'

interface Props {
  confirmedAction: ConfirmedAction
  action: string
  /** The provider, domain or person that the action concerns. */
  name?: string
}

export function ConfirmationForm({ confirmedAction, action, name }: Props) {
  const t = useTranslations('sso')
  return (
    <ActionForm
      id={`${confirmedAction}-form`}
      action={action}
      submit={t(`${confirmedAction}.submit`)}
      cancel={SSO}
      isDestructive
      confirms
    >
      <p className="wrap-anywhere font-medium">{name}</p>
      <p>{t(`${confirmedAction}.meaning`)}</p>
    </ActionForm>
  )
}
