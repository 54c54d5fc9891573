import { Editor, type EditorProps } from '#islands/editor/editor.tsx'
import { type Document, DraftNotices } from '#modules/documents/index.ts'
import { BackToDraftNotice, type BackToDraftReason } from '#modules/review/index.ts'
import { shanghaiDay } from '#src/core/clock.ts'
import { type Locale, messages } from '#src/core/i18n.ts'
import type { Viewer } from '#src/core/viewer.ts'
import { Island } from '#views/island.tsx'
import { useTranslations } from '#views/language.tsx'
import type { OwnParty } from './own-party.ts'

interface Props {
  document: Document
  locale: Locale
  viewer: Viewer
  ownParty: OwnParty
  /** The action that led to this page. */
  done?: BackToDraftReason
}

/**
 * The editor's page. The island is rendered on the server, so that the paper is visible before the script
 * runs.
 */
export function EditDocPage({ document, locale, viewer, ownParty, done }: Props) {
  const { id, name, number, version, template, answers } = document
  const savedAt = document.updated_at.toISOString()
  const props: EditorProps = {
    document: { id, name, number, version, savedAt, template, answers, today: shanghaiDay() },
    locale,
    messages: messages[locale].editor,
    userName: viewer.name,
    mayFinalise: viewer.permissions.includes('document.finalise'),
    isFreePackage: viewer.package === 'free',
    ownParty,
  }
  const island = (
    <>
      <NeedsScript />
      <Island name="editor" component={Editor} props={props} />
    </>
  )
  if (!done && !DraftNotices.has(document)) return island
  return (
    <div className={BELOW_NOTICE_CLASS}>
      {done && <BackToDraftNotice done={done} />}
      <DraftNotices document={document} page="edit-doc" />
      {island}
    </div>
  )
}

/** Layout that fills the window below the notice. */
const BELOW_NOTICE_CLASS =
  'flex h-dvh flex-col [&_[data-island]]:contents [&_[data-island-root]]:contents [&_[data-island-root]>div]:min-h-0'

function NeedsScript() {
  const t = useTranslations('documents')
  return (
    <noscript>
      <p className="alert alert-warning m-4">{t('editorNeedsScript')}</p>
    </noscript>
  )
}
