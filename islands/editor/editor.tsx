import { useState } from 'react'
import type { Party } from '#assembly/answers.ts'
import type { MessagesOf } from '#views/language/messages.ts'
import { LanguageContext, plainLanguage } from '#views/language.tsx'
import { type EditorLocale, EditorProvider, type OpenedDocument, openEditor } from './state/editor-state.ts'
import { Workspace } from './workspace.tsx'

export interface EditorProps {
  document: OpenedDocument
  locale: EditorLocale
  /** The editor's own namespace of that locale. */
  messages: MessagesOf<'editor'>
  userName: string
  mayFinalise: boolean
  /** Whether what is finalised now carries the mark of the free demo. */
  freeDemo?: boolean
  /** The editing person's account information, as a party. */
  own?: Partial<Omit<Party, 'key'>>
}

const tags: Record<EditorLocale, string> = { zh_CN: 'zh-CN', zh_TW: 'zh-TW', en_US: 'en-US' }

/** The document editor: the same markup on the server and at hydration. */
export function Editor({ document, locale, messages, ...person }: EditorProps) {
  const [editor] = useState(() => openEditor(document, locale, person))
  const [language] = useState(() => plainLanguage(tags[locale], 'editor', messages))
  return (
    <LanguageContext value={language}>
      <EditorProvider value={editor}>
        <Workspace />
      </EditorProvider>
    </LanguageContext>
  )
}
