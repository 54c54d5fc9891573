/** Inserts a mark of a template at the cursor of the text that had the focus last. */
let lastText: HTMLTextAreaElement | null = null

document.addEventListener('focusout', ({ target }) => {
  if (target instanceof HTMLTextAreaElement) lastText = target
})

document.addEventListener('click', ({ target }) => {
  const mark = target instanceof HTMLElement && target.dataset.mark
  const field = lastText?.isConnected ? lastText : document.querySelector('textarea')
  if (!mark || !field) return
  const { selectionStart: from, selectionEnd: to, value } = field
  field.value = value.slice(0, from) + mark + value.slice(to)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  field.focus()
  field.setSelectionRange(from + mark.length, from + mark.length)
})
