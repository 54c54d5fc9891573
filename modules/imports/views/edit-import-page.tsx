import type { FormState } from '#src/http/body.ts'
import { ActionLink, ActionPlace } from '#views/action-link.tsx'
import { FieldFrame, TextField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { PageHead } from '#views/parts.tsx'
import type { Import } from '../import.ts'
import { deletionOf } from './view-import-page.tsx'

interface Props extends FormState {
  document: Pick<Import, 'id' | 'status'>
  /** Whether the person may choose signatories and places. */
  maySign: boolean
}

/** The form for the name, number and parties of an imported PDF; the file itself does not change. */
export function EditImportPage(props: Props) {
  const t = useTranslations('documents')
  const { document, maySign } = props
  const isEditable = document.status === 'draft'
  return (
    <main id="main" className="mx-auto max-w-5xl px-4 py-6">
      <PageHead title={t('import.edit')} lead={t(isEditable ? 'import.editLead' : 'import.sentLead')}>
        {!isEditable && (
          <a href={viewOf(document.id)} className="btn btn-ghost">
            {t('import.back')}
          </a>
        )}
      </PageHead>
      {isEditable && <NameFields {...props} />}
      {maySign && (
        <p className="mt-4">
          <a className="link" href={`/mgmt/${document.id}/sign-setting`}>
            {t('import.toSetting')}
          </a>
        </p>
      )}
      <ActionPlace />
    </main>
  )
}

const viewOf = (id: string) => `/mgmt/${id}/my-docs-import-view`

function NameFields({ document, values, problems }: Props) {
  const t = useTranslations('documents')
  return (
    <form
      method="post"
      action={`/mgmt/${document.id}/my-docs-import-edit`}
      noValidate
      className="rounded-box border border-base-300 bg-base-100 p-6"
    >
      <TextField
        name="name"
        label={t('import.name')}
        required
        maxLength={100}
        hint={t('import.nameHint')}
        values={values}
        problems={problems}
      />
      <TextField
        name="number"
        label={t('import.number')}
        required
        maxLength={100}
        values={values}
        problems={problems}
      />
      <FieldFrame
        name="parties"
        label={t('import.parties')}
        hint={t('import.partiesHint')}
        problems={problems}
      >
        <textarea
          id="parties"
          name="parties"
          rows={3}
          defaultValue={values?.parties}
          aria-describedby="parties-note"
          className="textarea w-full"
        />
      </FieldFrame>
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        <ActionLink href={deletionOf(document.id)} className="btn btn-ghost me-auto">
          {t('do.delete')}
        </ActionLink>
        <a href={viewOf(document.id)} className="btn btn-ghost">
          {t('import.back')}
        </a>
        <button type="submit" className="btn btn-primary">
          {t('import.save')}
        </button>
      </div>
    </form>
  )
}
