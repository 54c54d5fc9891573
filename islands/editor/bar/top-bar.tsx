import { useSignals } from '@preact/signals-react/runtime'
import { unsettledIn } from '#assembly/confirmation/confirmation.ts'
import { Icon } from '#views/icons.tsx'
import { MenuButton } from '../menu/menu-button.tsx'
import { Tool } from '../parts/tool.tsx'
import { WhenLoaded } from '../parts/when-loaded.tsx'
import { redo, setMode, undo, useEditor } from '../state/editor-state.ts'
import { goToNext } from '../state/load-lazy-parts.ts'
import { useWords } from '../words.ts'
import { leave } from './leave.ts'
import { RenameForm } from './rename-form.tsx'
import { SaveState } from './save-state.tsx'

/**
 * The top bar in one row: the document and its save state, the two modes, the number of open points, and the
 * main action. All other functions are in the menu.
 */
export function TopBar() {
  const t = useWords()
  const editor = useEditor()
  return (
    <header className="relative flex shrink-0 items-center gap-x-1 border-base-300 border-b bg-base-100 px-2 py-1.5 sm:gap-x-3 sm:px-3">
      <a
        href="/mgmt/my-docs"
        data-back
        title={t('back')}
        className="btn btn-ghost btn-sm px-1.5"
        onClick={(event) => leave(event, editor)}
      >
        <Icon name="chevron" className="size-4 rotate-180" />
        <span className="max-lg:sr-only">{t('back')}</span>
      </a>
      <RenameForm />
      <SaveState />
      <div className="flex items-center max-md:hidden">
        <Steps />
      </div>
      <ModeSwitch />
      <OpenPointCount />
      <MenuButton
        id="open-menu"
        label={t('menu')}
        className="btn btn-ghost btn-sm px-1.5 xl:px-3"
        menu={(close) => <WhenLoaded>{({ MenuItems }) => <MenuItems close={close} />}</WhenLoaded>}
      >
        <Icon name="more" className="size-4" />
        <span className="max-xl:sr-only">{t('more')}</span>
      </MenuButton>
      <FinaliseButton />
    </header>
  )
}

function Steps() {
  useSignals()
  const t = useWords()
  const editor = useEditor()
  const { past, future } = editor.history.value
  return (
    <>
      <Tool icon="undo" label={t('undo')} act={() => undo(editor)} disabled={!past.length} />
      <Tool icon="redo" label={t('redo')} act={() => redo(editor)} disabled={!future.length} />
    </>
  )
}

function ModeSwitch() {
  useSignals()
  const t = useWords()
  const editor = useEditor()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a row of buttons, not of form fields
    <div role="group" aria-label={t('mode')} className="join shrink-0">
      {(['fill', 'edit'] as const).map((mode) => (
        <button
          key={mode}
          type="button"
          aria-pressed={editor.mode.value === mode}
          className={`btn join-item btn-sm max-sm:px-2 ${editor.mode.value === mode ? 'btn-neutral' : ''}`}
          onClick={() => setMode(editor, mode)}
        >
          {t(mode)}
        </button>
      ))}
    </div>
  )
}

/**
 * The number of open points before Finalise; opens their list. On a narrow screen it is in the bottom bar.
 */
function OpenPointCount() {
  useSignals()
  const t = useWords()
  const editor = useEditor()
  const count = unsettledIn({ open: editor.open.value }).length
  if (!count) return null
  return (
    <button
      type="button"
      id="left-to-do"
      className="link-hover min-h-6 whitespace-nowrap text-base-content/75 text-sm tabular-nums max-lg:hidden"
      onClick={() => {
        editor.listed.value = true
      }}
    >
      {t('leftToDo', { count })}
    </button>
  )
}

/** Outlined while there are open points, and leads to the next one; filled once the document is complete. */
function FinaliseButton() {
  useSignals()
  const t = useWords()
  const editor = useEditor()
  if (!editor.mayFinalise) return null
  const isReady = unsettledIn({ open: editor.open.value }).length === 0
  const act = () => {
    if (!isReady) return goToNext(editor)
    editor.blank.value = null
    editor.finalising.value = true
  }
  return (
    <button
      type="button"
      id="finalise"
      aria-describedby={isReady ? undefined : 'checklist'}
      className={`btn btn-primary btn-sm max-sm:px-2 ${isReady ? '' : 'btn-outline'}`}
      onClick={act}
    >
      {t('finalise')}
    </button>
  )
}
