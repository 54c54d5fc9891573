const SHOWN_MS = 1500

/** After `SHOWN_MS` a neutral message stays for screen readers only; an error is removed. */
export function toast(words: string, look: 'neutral' | 'error' = 'neutral') {
  const place = document.getElementById('toasts')
  if (!place || !words) return
  const note = document.createElement('div')
  note.className = look === 'error' ? 'alert alert-error' : 'alert alert-neutral'
  note.textContent = words
  place.append(note)
  setTimeout(() => {
    if (look === 'error') note.remove()
    else note.className = 'sr-only'
  }, SHOWN_MS)
}
