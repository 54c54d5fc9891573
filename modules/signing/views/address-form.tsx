import type { FormState } from '#src/http/body.ts'
import { ActionForm } from '#views/action-card.tsx'
import { TextField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'

interface Props extends FormState {
  documentId: string
  signatory: { id: string; name: string; email: string; refused: boolean }
}

/** Corrects the address of a signatory whom nobody has been identified as yet. */
export function AddressForm({ documentId, signatory, values, problems, details }: Props) {
  const t = useTranslations('signing.refused')
  const { id, name, email, refused } = signatory
  return (
    <ActionForm
      id="address-form"
      action={`/mgmt/${documentId}/signatories/${id}/address`}
      submit={t('submit')}
      problem={problems?.form}
      details={details}
      cancel={`/mgmt/${documentId}/signing`}
    >
      <p className="wrap-anywhere mb-2">{t(refused ? 'lead' : 'leadOpen', { name, email })}</p>
      <TextField
        name="email"
        label={t('email')}
        required
        inputMode="email"
        values={values}
        problems={problems}
      />
    </ActionForm>
  )
}
