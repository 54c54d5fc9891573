/** Inserts a mark of a template at the cursor of the text that had the focus last. */
let lastText: HTMLTextAreaElement | null = null

document.addEventListener('focusout', ({ target }) => {
  if (target instanceof HTMLTextAreaElement) lastText = target
})

document.addEventListener('click', ({ target }) => {
  const mark = target instanceof HTMLElement && target.dataset.mark
  const field = lastText?.isConnected ? lastText : document.querySelector('textarea')
  if (!mark || !field) return
  const { selectionStart: start, selectionEnd: end, value } = field
  field.value = value.slice(0, start) + mark + value.slice(end)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  field.focus()
  field.setSelectionRange(start + mark.length, start + mark.length)
})
