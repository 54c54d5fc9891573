import type { FormState } from '#src/http/body.ts'
import { described, FieldFrame } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'

/** Up to three files. Browsers do not keep the selection when the form is shown again. */
export function FilesField({ label, required, problems }: { label: string; required?: boolean } & FormState) {
  const t = useTranslations('consultation')
  const field = { name: 'file', label, problems, required, hint: t('fileHint') }
  return (
    <FieldFrame {...field}>
      <input
        {...described(field)}
        type="file"
        multiple
        accept=".pdf,.docx,.png,.jpg,.jpeg,.gif"
        className={`file-input w-full ${problems?.file ? 'file-input-error' : ''}`}
      />
    </FieldFrame>
  )
}
