const SHOWN = 1500

/** A success message stays for screen readers; an error disappears after its time. */
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
  }, SHOWN)
}
