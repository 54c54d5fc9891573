import type { FormState } from '#src/http/body.ts'
import { FileField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'

/** A field for up to three files. Browsers do not preserve the selection when the form is shown again. */
export function FilesField({ label, required, problems }: { label: string; required?: boolean } & FormState) {
  const t = useTranslations('consultation')
  const field = { name: 'file', label, problems, required, hint: t('fileHint') }
  return <FileField {...field} multiple accept=".pdf,.docx,.png,.jpg,.jpeg,.gif" />
}
