import type { FormState } from '#src/http/body.ts'
import { useTranslations } from '#views/language.tsx'
import { PageHead } from '#views/parts.tsx'
import { SourceForm } from './source-form.tsx'

/** The page to enter the source of a new template or a new version. */
export function SourcePage(formState: FormState) {
  const t = useTranslations('publishing')
  return (
    <>
      <PageHead title={t('newTitle')} lead={t('newLead')} />
      <SourceForm {...formState} />
    </>
  )
}
