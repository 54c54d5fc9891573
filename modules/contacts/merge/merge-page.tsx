import { shownMobile } from '#src/core/identity-numbers/mobile-number.ts'
import type { FormState } from '#src/http/body.ts'
import { FieldNote, FormProblem } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { PageHead } from '#views/parts.tsx'
import { MERGED_FIELDS, type Mergeable, type MergedField, versionsKey } from './merge-contacts.ts'

interface Props extends FormState {
  contacts: Mergeable[]
}

/** The contacts side by side: the user chooses from which one the remaining contact takes each field. */
export function MergePage({ contacts, values = {}, problems }: Props) {
  const t = useTranslations('contacts.merge')
  return (
    <>
      <PageHead title={t('choose')} lead={t('chooseLead', { count: contacts.length })}>
        <a href="/mgmt/contacts/duplicates" className="btn btn-ghost">
          {t('back')}
        </a>
      </PageHead>
      <form method="post" action="/mgmt/contacts/merge" noValidate>
        <FormProblem problem={problems?.form} />
        <input type="hidden" name="ids" value={contacts.map(({ id }) => id).join(',')} />
        <input type="hidden" name="seen" value={versionsKey(contacts)} />
        <div className="my-3 grid gap-4 rounded-box border border-base-300 bg-base-100 p-4">
          {MERGED_FIELDS.map((field) => (
            <FieldChoice
              key={field}
              field={field}
              contacts={contacts}
              chosen={values[field]}
              problems={problems}
            />
          ))}
        </div>
        <p className="mb-3 text-base-content/75 text-sm">{t('others')}</p>
        <div className="flex justify-end">
          <button type="submit" className="btn btn-primary">
            {t('save')}
          </button>
        </div>
      </form>
    </>
  )
}

interface ChoiceProps {
  field: MergedField
  contacts: Mergeable[]
  chosen?: string
  problems: FormState['problems']
}

/** One field: its different values, of which the first that is not empty is selected by default. */
function FieldChoice({ field, contacts, chosen, problems }: ChoiceProps) {
  const t = useTranslations('contacts')
  const label = field === 'organisation' ? t('field.organisation.either') : t(`field.${field}`)
  const differentContacts = contacts.filter(
    (one, index) => contacts.findIndex((other) => other[field] === one[field]) === index,
  )
  const firstContact = differentContacts.find((one) => one[field]) ?? differentContacts[0]!
  const checkedId = differentContacts.some(({ id }) => id === chosen) ? chosen : firstContact.id
  const valueText = (contact: Mergeable) => {
    if (field === 'type') return t(`type.${contact.type}`)
    if (field === 'mobile' && contact.mobile) return shownMobile(contact.mobile)
    return contact[field] || t('merge.empty')
  }
  if (differentContacts.length === 1)
    return firstContact[field] ? (
      <div>
        <p className="text-base-content/75 text-sm">{label}</p>
        <p className="wrap-anywhere py-1">{valueText(firstContact)}</p>
        <FieldNote name={field} problem={problems?.[field]} />
      </div>
    ) : null
  return (
    <fieldset>
      <legend className="text-base-content/75 text-sm">{label}</legend>
      <div className="grid gap-x-6 gap-y-1 sm:grid-cols-2 xl:grid-cols-3">
        {differentContacts.map((contact) => (
          <label key={contact.id} className="flex items-start gap-2 py-1">
            <input
              type="radio"
              name={field}
              value={contact.id}
              defaultChecked={contact.id === checkedId}
              className="radio radio-sm mt-0.5"
            />
            <span className="wrap-anywhere min-w-0">{valueText(contact)}</span>
          </label>
        ))}
      </div>
      <FieldNote name={field} problem={problems?.[field]} />
    </fieldset>
  )
}
