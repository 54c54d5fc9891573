import type { FormState } from '#src/http/body.ts'
import { ActionForm } from '#views/action-card.tsx'
import { SelectField, TextField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import type { Contact } from '../contact.ts'
import { CONTACT_TYPES } from '../schema.ts'

interface Props extends FormState {
  /** null for a new contact */
  id: string | null
}

export function ContactFormPart({ id, values = {}, problems }: Props) {
  const t = useTranslations('contacts')
  const formState = { values, problems }
  const cancel = `/mgmt/contacts?type=${values.type}`
  return (
    <ActionForm
      id="contact-form"
      action={id ? `/mgmt/contacts/${id}` : '/mgmt/contacts'}
      submit={t(id ? 'edit.save' : 'add.save')}
      cancel={cancel}
    >
      <TextField {...formState} name="name" label={t('field.name')} required autoComplete="off" />
      <TextField {...formState} name="email" label={t('field.email')} type="email" autoComplete="off" />
      <TextField
        {...formState}
        name="mobile"
        label={t('field.mobile')}
        type="tel"
        autoComplete="off"
        hint={t('reachHint')}
      />
      <SelectField
        {...formState}
        name="type"
        label={t('field.type')}
        options={CONTACT_TYPES.map((value) => ({ value, label: t(`type.${value}`) }))}
      />
      <TextField
        {...formState}
        name="organisation"
        label={t('field.organisation.either')}
        autoComplete="off"
      />
      <TextField
        {...formState}
        name="group"
        label={t('field.group')}
        autoComplete="off"
        hint={t('groupHint')}
      />
    </ActionForm>
  )
}

export function DeletionForm({ contact: { id, name, type } }: { contact: Contact }) {
  const t = useTranslations('contacts.deletion')
  return (
    <ActionForm
      id="deletion-form"
      action={`/mgmt/contacts/${id}/deletion`}
      submit={t('open')}
      cancel={`/mgmt/contacts?type=${type}`}
      isDestructive
    >
      <p className="wrap-anywhere">{t('text', { name })}</p>
    </ActionForm>
  )
}
