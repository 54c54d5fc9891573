import { effect } from '@preact/signals-react'
import type { EditorState } from './editor-state.ts'
import { shareParts } from './same.ts'

/** Milliseconds without a change before the two languages are compared; keeps typing fast. */
const PAUSE_MS = 200

/** Compares the two languages whenever the user pauses; begins when the code of the comparison is loaded. */
export function watchAgreement(editor: EditorState): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = effect(() => {
    const parts = editor.lazyParts.value
    const tree = editor.tree.value
    const answers = editor.answers.value
    const { template } = editor
    clearTimeout(timer)
    if (!parts) return
    timer = setTimeout(() => {
      editor.findings.value = shareParts(
        editor.findings.peek(),
        parts.agreementPoints(tree, { template, answers }),
      )
    }, PAUSE_MS)
  })
  return () => {
    clearTimeout(timer)
    stop()
  }
}
