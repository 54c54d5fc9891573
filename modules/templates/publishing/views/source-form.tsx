import type { FormState } from '#src/http/body.ts'
import { described, FieldFrame, FileField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import type { Draft } from '../draft.ts'

/** The form for the source of a new template or of a draft, typed or as a file. */
export function SourceForm({ draft, ...formState }: FormState & { draft?: Pick<Draft, 'id' | 'revision'> }) {
  const t = useTranslations('publishing')
  const yamlField = { name: 'yaml', label: t('yaml'), hint: t('yamlHint'), ...formState }
  const fileField = { name: 'file', label: t('file'), hint: t('fileHint'), ...formState }
  return (
    <form
      method="post"
      action={draft ? `/desk/templates/drafts/${draft.id}/source` : '/desk/templates'}
      encType="multipart/form-data"
      noValidate
    >
      {draft && <input type="hidden" name="revision" value={draft.revision} />}
      <FieldFrame {...yamlField}>
        <textarea
          {...described(yamlField)}
          rows={26}
          spellCheck={false}
          autoCapitalize="off"
          wrap="off"
          lang="en"
          defaultValue={formState.values?.yaml}
          className={`textarea w-full font-mono text-sm leading-snug ${formState.problems?.yaml ? 'textarea-error' : ''}`}
        />
      </FieldFrame>
      <FileField
        {...fileField}
        accept=".yaml,.yml,application/yaml,text/yaml,text/plain"
        className="max-w-md"
      />
      <p className="mt-3 flex flex-wrap gap-2">
        <button type="submit" className="btn btn-primary">
          {t(draft ? 'checkAgain' : 'check')}
        </button>
        <a href="/desk/templates" className="btn btn-ghost">
          {t('cancel')}
        </a>
      </p>
    </form>
  )
}
