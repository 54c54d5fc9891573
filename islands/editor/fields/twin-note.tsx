import { useSignals } from '@preact/signals-react/runtime'
import type { ReactNode } from 'react'
import { useEditor } from '../state/editor-state.ts'

/**
 * Reports that a text is missing in one language; shown unobtrusively until the user asks for the missing
 * points.
 */
export function TwinNote({ id, words, children }: { id: string; words: string; children?: ReactNode }) {
  useSignals()
  const showsMissing = useEditor().showsMissing.value
  return (
    <p
      id={id}
      role={showsMissing ? 'alert' : undefined}
      className={`flex flex-wrap items-center gap-2 text-xs ${showsMissing ? 'text-error' : 'text-base-content/75'}`}
    >
      {words}
      {children}
    </p>
  )
}
