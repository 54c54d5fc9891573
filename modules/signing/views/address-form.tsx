import type { FormState } from '#src/http/body.ts'
import { smsNoticesAvailable } from '#src/mail/sms.ts'
import { ActionForm } from '#views/action-card.tsx'
import { useTranslations } from '#views/language.tsx'
import { addressOf, type Contact } from '../contact.ts'
import { ContactFields } from './contact-fields.tsx'

interface Props extends FormState {
  documentId: string
  signatory: Contact & { id: string; name: string; refused: boolean }
}

/** Corrects the address of a signatory who has not been identified yet. */
export function AddressForm({ documentId, signatory, values, problems, details }: Props) {
  const t = useTranslations('signing.refused')
  const { id, name, email, phone, refused } = signatory
  const currentContact = { email: email ?? '', phone: phone ?? '' }
  const hasPhone = smsNoticesAvailable() || phone !== null
  return (
    <ActionForm
      id="address-form"
      action={`/mgmt/${documentId}/signatories/${id}/address`}
      submit={t('submit')}
      problem={problems?.form}
      details={details}
      cancel={`/mgmt/${documentId}/signing`}
    >
      <p className="wrap-anywhere mb-2">
        {t(refused ? 'lead' : 'leadOpen', { name, email: addressOf(signatory) })}
      </p>
      <ContactFields
        email={{ label: t('email'), required: !hasPhone }}
        phone={hasPhone ? { label: t('phone'), required: false } : null}
        values={values ?? currentContact}
        problems={problems}
      />
    </ActionForm>
  )
}
