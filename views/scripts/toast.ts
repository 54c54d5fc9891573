const SHOWN_MS = 1500

/**
 * Shows a short message for `SHOWN_MS`. Then a neutral one remains for screen readers only, and an error is
 * removed.
 */
export function toast(words: string, kind: 'neutral' | 'error' = 'neutral') {
  const container = document.getElementById('toasts')
  if (!container || !words) return
  const note = document.createElement('div')
  note.className = kind === 'error' ? 'alert alert-error' : 'alert alert-neutral'
  note.textContent = words
  container.append(note)
  setTimeout(() => {
    if (kind === 'error') note.remove()
    else note.className = 'sr-only'
  }, SHOWN_MS)
}
