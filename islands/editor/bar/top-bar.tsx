import { useSignals } from '@preact/signals-react/runtime'
import { type MouseEvent, useState } from 'react'
import { unsettledIn } from '#assembly/confirmation/confirmation.ts'
import { Icon } from '#views/icons.tsx'
import { Tool } from '../parts/tool.tsx'
import { openSearch } from '../search/search-state.ts'
import { flush, isDirty } from '../state/autosave.ts'
import { type EditorState, redo, setMode, undo, useEditor } from '../state/editor-state.ts'
import { goToNext } from '../state/load-lazy-parts.ts'
import { useWords } from '../words.ts'
import { RenameForm } from './rename-form.tsx'
import { SaveState } from './save-state.tsx'

/** The top bar: the document, its save state, and the ways out. */
export function TopBar() {
  useSignals()
  const t = useWords()
  const editor = useEditor()
  return (
    <header className="relative flex flex-wrap items-center gap-x-3 gap-y-1 border-base-300 border-b bg-base-100 px-3 py-2">
      <a
        href="/mgmt/my-docs"
        data-back
        className="btn btn-ghost btn-sm px-2"
        onClick={(event) => leave(event, editor)}
      >
        <Icon name="chevron" className="size-4 rotate-180" />
        {t('back')}
      </a>
      <RenameForm />
      <div className="flex items-center">
        <Tool
          icon="undo"
          label={t('undo')}
          act={() => undo(editor)}
          disabled={!editor.history.value.past.length}
        />
        <Tool
          icon="redo"
          label={t('redo')}
          act={() => redo(editor)}
          disabled={!editor.history.value.future.length}
        />
        <Tool id="open-search" icon="search" label={t('search.open')} act={() => openSearch(editor)} />
      </div>
      <ModeSwitch />
      <SaveState />
      <div className="ml-auto flex flex-wrap items-center gap-2">
        <a
          href={`/mgmt/${editor.id}/draft.pdf`}
          target="_blank"
          rel="noopener"
          className="btn btn-sm"
          onClick={(event) => preview(event, editor)}
        >
          {t('preview')}
        </a>
        {editor.answers.value.languages.bilingual && (
          <a
            href={`/mgmt/${editor.id}/translation`}
            className="btn btn-sm"
            onClick={(event) => leave(event, editor)}
          >
            {t('translate')}
          </a>
        )}
        <a
          href={`/mgmt/${editor.id}/save-as-template`}
          className="btn btn-sm"
          onClick={(event) => leave(event, editor)}
        >
          {t('saveAsTemplate')}
        </a>
        <a
          href={`/mgmt/${editor.id}/invite-review`}
          className="btn btn-sm"
          onClick={(event) => leave(event, editor)}
        >
          {t('startReview')}
        </a>
        <MoreWays />
        <a href="/mgmt/my-docs" data-back className="btn btn-sm" onClick={(event) => leave(event, editor)}>
          {t('saveAndExit')}
        </a>
        <FinaliseButton />
      </div>
    </header>
  )
}

/** Links to pages about the document that are seldom needed. */
function MoreWays() {
  const t = useWords()
  const editor = useEditor()
  const [open, setOpen] = useState(false)
  return (
    <details
      className="dropdown dropdown-end max-sm:static"
      data-dropdown
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="btn btn-sm">{t('more')}</summary>
      {open && (
        <ul className="menu dropdown-content z-40 w-48 rounded-box max-sm:inset-x-3 max-sm:top-full max-sm:w-auto border border-base-300 bg-base-100 shadow-sm">
          {(['versions', 'print-doc'] as const).map((page) => (
            <li key={page}>
              <a href={`/mgmt/${editor.id}/${page}`} onClick={(event) => leave(event, editor)}>
                {t(`pages.${page}`)}
              </a>
            </li>
          ))}
        </ul>
      )}
    </details>
  )
}

/**
 * Leaves once everything is saved. If it cannot be saved, the browser warns and the text stays in its
 * storage.
 */
async function leave(event: MouseEvent<HTMLAnchorElement>, editor: EditorState) {
  if (!editor.saver || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  const { href } = event.currentTarget
  await flush(editor.saver)
  location.assign(href)
}

/**
 * Shows the draft with everything typed so far. Opens the tab at once, because the browser blocks a later
 * one.
 */
async function preview(event: MouseEvent<HTMLAnchorElement>, editor: EditorState) {
  if (!editor.saver || !isDirty(editor.saver)) return
  event.preventDefault()
  const { href } = event.currentTarget
  const tab = window.open('', '_blank')
  await flush(editor.saver)
  if (tab) tab.location.href = href
}

function ModeSwitch() {
  useSignals()
  const t = useWords()
  const editor = useEditor()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a row of buttons, not of form fields
    <div role="group" aria-label={t('mode')} className="join">
      {(['fill', 'edit'] as const).map((mode) => (
        <button
          key={mode}
          type="button"
          aria-pressed={editor.mode.value === mode}
          className={`btn join-item btn-sm ${editor.mode.value === mode ? 'btn-neutral' : ''}`}
          onClick={() => setMode(editor, mode)}
        >
          {t(mode)}
        </button>
      ))}
    </div>
  )
}

/**
 * Outlined while there are open points, and then leads to the next one; red once the document is complete.
 */
function FinaliseButton() {
  useSignals()
  const t = useWords()
  const editor = useEditor()
  if (!editor.mayFinalise) return null
  const ready = unsettledIn({ open: editor.open.value }).length === 0
  const act = () => {
    if (!ready) return goToNext(editor)
    editor.blank.value = null
    editor.finalising.value = true
  }
  return (
    <button
      type="button"
      id="finalise"
      aria-describedby={ready ? undefined : 'checklist'}
      className={`btn btn-sm ${ready ? 'btn-primary' : 'btn-ghost'}`}
      onClick={act}
    >
      {t('finalise')}
    </button>
  )
}
