import type { Template } from '#assembly/template/template.ts'
import { categoryKey } from '#assembly/template/words-in.ts'
import type { FormState } from '#src/http/body.ts'
import { described, FieldFrame } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { PageHead, Panel } from '#views/parts.tsx'
import { useMay } from '#views/permissions.ts'
import { useTexts } from './words.ts'

interface Props {
  document: { id: string; name: string; number: string }
  templates: Template[]
  form?: FormState
}

/** Chooses the kind of contract that a PDF is to be compared with. */
export function ChoicePage({ document: { id, name, number }, templates, form }: Props) {
  const t = useTranslations('checklists')
  const tDocuments = useTranslations('documents')
  const { twin } = useTexts()
  const mayEdit = useMay('document.create')
  const field = { ...form, name: 'template', label: t('choice.template'), required: true }
  return (
    <div className="mx-auto max-w-2xl">
      <PageHead
        title={t('titleOf', { document: name })}
        lead={<span className="tabular-nums">{number}</span>}
      >
        <a href={`/mgmt/${id}/my-docs-import-view`} className="btn btn-outline">
          {t('toPdf')}
        </a>
      </PageHead>
      <Panel title={t('choice.title')}>
        <p className="mb-3">{t('choice.lead')}</p>
        {mayEdit ? (
          <form method="post" action={`/mgmt/${id}/checklist`} noValidate>
            <FieldFrame {...field}>
              <select {...described(field)} defaultValue={form?.values?.template} className="select w-full">
                <option value="">–</option>
                {[...Map.groupBy(templates, (one) => one.category)].map(([group, groupTemplates]) => (
                  <optgroup key={group} label={tDocuments(categoryKey(group))}>
                    {groupTemplates.map(({ code, title }) => (
                      <option key={code} value={code}>
                        {twin(title)}
                      </option>
                    ))}
                  </optgroup>
                ))}
              </select>
            </FieldFrame>
            <button type="submit" className="btn btn-primary mt-3">
              {t('choice.submit')}
            </button>
          </form>
        ) : (
          <p className="text-base-content/75">{t('choice.none')}</p>
        )}
      </Panel>
      <p className="mt-4 max-w-prose text-base-content/75 text-sm">{t('notice')}</p>
    </div>
  )
}
