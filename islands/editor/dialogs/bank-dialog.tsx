import { useEffect, useRef, useState } from 'react'
import { type LibraryClause, takeClause } from '#assembly/edit/take-clause.ts'
import { answerTo } from '#islands/client.ts'
import { call } from '#views/scripts/requests/call.ts'
import { newId } from '../clause/adding.ts'
import { write } from '../clause/clause-actions.ts'
import { change, useEditor } from '../state/editor-state.ts'
import { useWords } from '../words.ts'
import { ModalDialog } from './dialog.tsx'

/**
 * Shows the library, of which one clause can be chosen for an added clause. The server renders and searches
 * the list.
 */
export function BankDialog({ clause, close }: { clause: string; close: () => void }) {
  const t = useWords()
  const editor = useEditor()
  const [html, setHtml] = useState('')
  const box = useRef<HTMLDivElement>(null)
  const loadList = async (query: string) => {
    const answer = await answerTo<string>(call(`/mgmt/${editor.id}/clause-bank?${query}`))
    if (answer) setHtml(answer.success ? answer.model : t('notLoaded'))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks once, when it opens
  useEffect(() => void loadList(''), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new list begins at its search box
  useEffect(() => box.current?.querySelector('input')?.focus(), [html])
  const act = (target: EventTarget) => {
    const { ask: query, take } =
      (target as Element).closest<HTMLElement>('[data-ask],[data-take]')?.dataset ?? {}
    if (query !== undefined) loadList(query)
    if (!take) return
    const libraryClause: LibraryClause = JSON.parse(take)
    change(editor, (answers) => takeClause(answers, clause, libraryClause, libraryClause.items.map(newId)))
    close()
    write(editor, clause)
  }
  return (
    <ModalDialog id="bank" title={t('bank.title')} close={close} wide>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: the buttons are inside */}
      <div
        ref={box}
        onClick={({ target }) => act(target)}
        onSubmit={(event) => {
          event.preventDefault()
          loadList(String(new URLSearchParams(new FormData(event.target as HTMLFormElement) as never)))
        }}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by the server
        dangerouslySetInnerHTML={{ __html: html }}
      />
      <div className="modal-action">
        <button type="button" className="btn" onClick={close}>
          {t('cancel')}
        </button>
      </div>
    </ModalDialog>
  )
}
