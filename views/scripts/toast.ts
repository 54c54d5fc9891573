const SHOWN = 1500

/** What has been done stays for whoever has it read to them; an error is gone after its time. */
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
