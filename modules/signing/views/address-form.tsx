import type { FormState } from '#src/http/body.ts'
import { ActionForm } from '#views/action-card.tsx'
import { TextField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'

interface Props extends FormState {
  documentId: string
  signatory: { name: string; email: string }
}

/** Corrects the address after the mailed link was returned. */
export function AddressForm({ documentId, signatory: { name, email }, values, problems, details }: Props) {
  const t = useTranslations('signing.refused')
  return (
    <ActionForm
      id="address-form"
      action={`/mgmt/${documentId}/signatory-address`}
      submit={t('submit')}
      problem={problems?.form}
      details={details}
      cancel={`/mgmt/${documentId}/signing`}
    >
      <p className="wrap-anywhere mb-2">{t('lead', { name, email })}</p>
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
