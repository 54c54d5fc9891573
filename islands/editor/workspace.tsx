import { useComputed } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { focusSoon } from '#views/focus.ts'
import { Icon } from '#views/icons.tsx'
import { TopBar } from './bar/top-bar.tsx'
import { FillForm } from './fields/fill-form.tsx'
import { Checklist } from './parts/checklist.tsx'
import { Panel } from './parts/panel.tsx'
import { Paper } from './parts/paper.tsx'
import { Tool } from './parts/tool.tsx'
import { WhenLoaded } from './parts/when-loaded.tsx'
import { SearchBar } from './search/search-bar.tsx'
import { useBrowser } from './state/browser.ts'
import { useEditor } from './state/editor-state.ts'
import { useWords } from './words.ts'

/**
 * The whole editor: bar, outline, paper, panel and checklist. On a wide screen each scrolls separately. In a
 * short window, for example with large zoom or a phone's keyboard, the page scrolls as a whole, so that
 * there is enough room for the text.
 */
export function Workspace() {
  useSignals()
  const editor = useEditor()
  useBrowser(editor)
  const conflict = useComputed(() => editor.saving.value.conflict).value
  return (
    <div className="short:block flex h-dvh flex-col">
      <TopBar />
      <SearchBar />
      {editor.restored.value && <WhenLoaded quiet>{({ Restored }) => <Restored />}</WhenLoaded>}
      <main id="main" className="short:block flex min-h-0 flex-1">
        {editor.mode.value === 'fill' ? <FillView /> : <EditView />}
      </main>
      <Checklist />
      {editor.finalising.value && <WhenLoaded>{({ FinaliseDialog }) => <FinaliseDialog />}</WhenLoaded>}
      {conflict && <WhenLoaded>{({ ConflictDialog }) => <ConflictDialog />}</WhenLoaded>}
    </div>
  )
}

/**
 * Each part scrolls separately and is the containing block of its absolutely placed elements; otherwise the
 * window would scroll beyond its end.
 */
function FillView() {
  return (
    <div className="relative flex min-h-0 min-w-0 flex-1 flex-col short:overflow-y-visible max-lg:overflow-y-auto lg:flex-row">
      <div className="relative border-base-300 bg-base-100 p-4 lg:w-[26rem] lg:shrink-0 lg:overflow-y-auto lg:border-r xl:w-[30rem]">
        <FillForm />
      </div>
      <div className="relative min-w-0 flex-1 p-2 sm:p-4 lg:overflow-y-auto">
        <Paper />
      </div>
    </div>
  )
}

/** On a wide screen the panel is next to the paper; on a narrower one it opens over the paper. */
function EditView() {
  useSignals()
  const t = useWords()
  const editor = useEditor()
  return (
    <>
      <div className="relative hidden w-60 shrink-0 overflow-y-auto border-base-300 border-r bg-base-100 p-2 min-[1100px]:block">
        <WhenLoaded quiet>{({ Outline }) => <Outline />}</WhenLoaded>
      </div>
      <div className="relative min-w-0 flex-1 short:overflow-y-visible overflow-y-auto p-2 sm:p-4">
        <NarrowParts />
        <Paper />
      </div>
      <aside
        aria-label={t('about')}
        onKeyDown={(event) => event.key === 'Escape' && editor.drawer.value && toggleDrawer(editor)}
        className={`w-80 shrink-0 overflow-y-auto border-base-300 border-l bg-base-100 p-4 2xl:relative 2xl:block ${editor.drawer.value ? 'max-xl:fixed max-xl:inset-y-0 max-xl:right-0 max-xl:z-40 max-xl:max-w-full max-xl:shadow-lg xl:relative' : 'hidden'}`}
      >
        <div className="flex justify-end 2xl:hidden">
          <Tool id="close-drawer" icon="close" label={t('close')} act={() => toggleDrawer(editor)} />
        </div>
        <Panel />
      </aside>
    </>
  )
}

function toggleDrawer(editor: ReturnType<typeof useEditor>) {
  editor.drawer.value = !editor.drawer.value
  focusSoon(editor.drawer.value ? 'close-drawer' : 'open-drawer')
}

/** Buttons that open the outline and the panel if they are not next to the paper. */
function NarrowParts() {
  useSignals()
  const t = useWords()
  const editor = useEditor()
  return (
    <div className="mb-2 flex flex-wrap items-start gap-2 2xl:hidden">
      <details className="min-[1100px]:hidden">
        <summary className="btn btn-sm">{t('outline')}</summary>
        <div className="mt-1 rounded-box border border-base-300 bg-base-100 p-2">
          <WhenLoaded quiet>{({ Outline }) => <Outline />}</WhenLoaded>
        </div>
      </details>
      <button
        type="button"
        id="open-drawer"
        aria-expanded={editor.drawer.value}
        className="btn btn-sm ml-auto"
        onClick={() => toggleDrawer(editor)}
      >
        <Icon name="info" className="size-4 text-info" />
        {t('about')}
      </button>
    </div>
  )
}
