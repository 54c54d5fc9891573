import { useSignals } from '@preact/signals-react/runtime'
import { type ReactNode, useEffect } from 'react'
import { type LazyParts, useEditor } from '../state/editor-state.ts'
import { useWords } from '../words.ts'

interface Props {
  children: (parts: LazyParts) => ReactNode
  /** Shows no message if loading fails. */
  quiet?: true
}

/** Renders a part of the editor that is loaded later, or a message if loading fails. */
export function WhenLoaded({ children, quiet }: Props) {
  useSignals()
  const t = useWords()
  const editor = useEditor()
  const parts = editor.lazyParts.value
  useEffect(() => void editor.load?.(), [editor])
  if (parts) return children(parts)
  if (quiet || !editor.loadFailed.value) return null
  return (
    <p role="alert" className="px-3 py-1 text-error text-sm">
      {t('notLoaded')}{' '}
      <button type="button" className="link" onClick={() => void editor.load?.()}>
        {t('tryAgain')}
      </button>
    </p>
  )
}
