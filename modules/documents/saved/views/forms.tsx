import { type UsageLine, UsesLeft } from '#modules/orders/index.ts'
import type { FormState } from '#src/http/body.ts'
import { ActionForm } from '#views/action-card.tsx'
import { CheckField, TextField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import type { Document } from '../../document.ts'
import { SAVED_PATH } from '../list.ts'
import { SAVES_PER_DOCUMENT, type SavedTemplate } from '../saved-template.ts'

interface SaveProps extends FormState {
  document: Document
  /** How many more times the document may be saved. */
  savesLeft: number
}

/** The name of a template, and the parts of the document that it includes besides its text. */
export function SaveForm({ document: { id, status }, savesLeft, values, problems }: SaveProps) {
  const t = useTranslations('documents.saved')
  const formState = { values, problems }
  const back = `/mgmt/${id}/${status === 'draft' ? 'edit-doc' : 'view-doc'}`
  if (!savesLeft && !problems)
    return (
      <>
        <p className="alert alert-soft">{t('save.none', { max: SAVES_PER_DOCUMENT })}</p>
        <p className="mt-4 flex flex-wrap gap-2">
          <a href={SAVED_PATH} className="btn btn-primary">
            {t('list')}
          </a>
          <a href={back} className="btn btn-ghost" data-closes-dialog>
            {t('back')}
          </a>
        </p>
      </>
    )
  return (
    <ActionForm
      id="save-as-template-form"
      action={`/mgmt/${id}/save-as-template`}
      submit={t('save.submit')}
      cancel={back}
    >
      <p className="mb-2 text-sm">{t('save.text')}</p>
      <TextField {...formState} name="name" label={t('name')} required autoComplete="off" maxLength={100} />
      <CheckField {...formState} name="blanks">
        {t('save.blanks')}
      </CheckField>
      <CheckField {...formState} name="parties">
        {t('save.parties')}
      </CheckField>
      <p className="mt-2 text-base-content/75 text-sm">
        {t('save.left', { left: savesLeft, max: SAVES_PER_DOCUMENT })}
      </p>
    </ActionForm>
  )
}

/** Asks for confirmation before a draft is made from the template, and shows its cost. */
export function UseForm({ saved: { id, name }, uses }: { saved: SavedTemplate; uses: UsageLine }) {
  const t = useTranslations('documents.saved')
  return (
    <>
      <p className="wrap-anywhere">{t('use.text', { name })}</p>
      <UsesLeft line={uses}>
        <ActionForm
          id="use-template-form"
          action={`/mgmt/my-templates/${id}/use`}
          submit={t('use.open')}
          cancel={`/mgmt/my-templates/${id}`}
          confirms
        />
      </UsesLeft>
    </>
  )
}

export function RenameForm({ id, values, problems }: FormState & { id: string }) {
  const t = useTranslations('documents.saved')
  return (
    <ActionForm
      id="rename-template-form"
      action={`/mgmt/my-templates/${id}/name`}
      submit={t('rename.submit')}
      cancel={`/mgmt/my-templates/${id}`}
    >
      <TextField
        values={values}
        problems={problems}
        name="name"
        label={t('name')}
        required
        autoComplete="off"
        maxLength={100}
      />
    </ActionForm>
  )
}

export function DeletionForm({ saved: { id, name } }: { saved: SavedTemplate }) {
  const t = useTranslations('documents.saved')
  return (
    <ActionForm
      id="deletion-form"
      action={`/mgmt/my-templates/${id}/deletion`}
      submit={t('deletion.open')}
      cancel={`/mgmt/my-templates/${id}`}
      isDestructive
    >
      <p className="wrap-anywhere">{t('deletion.text', { name })}</p>
    </ActionForm>
  )
}
