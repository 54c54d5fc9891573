import { ActionForm } from '#views/action-card.tsx'
import type { MessageKey } from '#views/language/messages.ts'
import { useTranslations } from '#views/language.tsx'
import { momentText } from '#views/values/moment.tsx'
import type { Document } from '../../document.ts'
import type { VersionContent } from '../find-version.ts'

interface Props {
  document: Document
  version: VersionContent
  /** Why the previous attempt failed. */
  problem?: MessageKey
}

/**
 * Asks for confirmation before an earlier version is restored, and explains that the current content stays
 * in the history.
 */
export function RestorationForm({ document, version, problem }: Props) {
  const t = useTranslations('documents.versions')
  return (
    <ActionForm
      id="restoration-form"
      action={`/mgmt/${document.id}/versions/${version.number}/restoration`}
      submit={t('restore')}
      cancel={`/mgmt/${document.id}/versions`}
      problem={problem}
      confirms
    >
      <input type="hidden" name="version" value={document.version} />
      <p className="wrap-anywhere">
        {t('restoration.text', { name: document.name, at: momentText(version.saved_at) })}
      </p>
      {version.template.version !== document.template.version && (
        <p className="mt-2">{t('restoration.template', { version: version.template.version })}</p>
      )}
    </ActionForm>
  )
}
