import { useSignals } from '@preact/signals-react/runtime'
import { isComposing } from '#views/language/composing.ts'
import { Tool } from '../parts/tool.tsx'
import { WhenLoaded } from '../parts/when-loaded.tsx'
import { useEditor } from '../state/editor-state.ts'
import { useWords } from '../words.ts'
import { closeSearch, setSearch } from './search-state.ts'

/** The search bar. Its box is rendered immediately; the controls are loaded later. */
export function SearchBar() {
  useSignals()
  const t = useWords()
  const editor = useEditor()
  const search = editor.search.value
  if (!search) return null
  const { query } = search
  return (
    <search
      id="search-bar"
      aria-label={t('search.title')}
      className="no-print flex flex-wrap items-center gap-x-3 gap-y-1 border-base-300 border-b bg-base-100 px-3 py-1.5 text-sm"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || isComposing(event.nativeEvent)) return
        event.stopPropagation()
        closeSearch(editor)
      }}
    >
      <input
        id="search-query"
        type="text"
        aria-label={t('search.query')}
        placeholder={t('search.query')}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        className="input input-sm w-48 max-w-full"
        value={query}
        onChange={(event) => setSearch(editor, { query: event.target.value, at: 0 })}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return
          event.preventDefault()
          editor.lazyParts.value?.step(editor, event.shiftKey ? -1 : 1)
        }}
      />
      <WhenLoaded>{({ SearchControls }) => <SearchControls />}</WhenLoaded>
      <div className="ml-auto">
        <Tool icon="close" label={t('search.close')} act={() => closeSearch(editor)} />
      </div>
    </search>
  )
}
