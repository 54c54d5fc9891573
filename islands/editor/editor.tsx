import { useState } from 'react'
import type { Party } from '#assembly/answers.ts'
import type { MessagesOf } from '#views/language/messages.ts'
import { LanguageContext, plainLanguage } from '#views/language.tsx'
import { type EditorLocale, EditorProvider, type OpenedDocument, openEditor } from './state/editor-state.ts'
import { Workspace } from './workspace.tsx'

export interface EditorProps {
  document: OpenedDocument
  locale: EditorLocale
  /** The messages of the editor's namespace in this locale. */
  messages: MessagesOf<'editor'>
  userName: string
  mayFinalise: boolean
  /** Whether a document that is finalised now gets the watermark of the free demo. */
  isFreePackage?: boolean
  /** The account data of the current user, as attributes of a party. */
  ownParty?: Partial<Omit<Party, 'key'>>
}

const LANGUAGE_TAGS: Record<EditorLocale, string> = { zh_CN: 'zh-CN', zh_TW: 'zh-TW', en_US: 'en-US' }

/** The document editor. Renders the same markup on the server and at hydration. */
export function Editor({ document, locale, messages, ...person }: EditorProps) {
  const [editor] = useState(() => openEditor(document, locale, person))
  const [language] = useState(() => plainLanguage(LANGUAGE_TAGS[locale], 'editor', messages))
  return (
    <LanguageContext value={language}>
      <EditorProvider value={editor}>
        <Workspace />
      </EditorProvider>
    </LanguageContext>
  )
}
