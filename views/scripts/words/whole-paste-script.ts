/**
 * Lifts the limit of a field when a longer text is pasted. The browser would cut the text without a word; now
 * the user sees all of it, and the server returns the form with the error at the field.
 */
function liftLimit({ target, clipboardData }: ClipboardEvent) {
  if (!(target instanceof HTMLTextAreaElement) || target.maxLength < 0) return
  const { value, selectionStart, selectionEnd, maxLength } = target
  const pasted = clipboardData?.getData('text') ?? ''
  const length = value.length - (selectionEnd - selectionStart) + pasted.length
  if (length > maxLength) target.removeAttribute('maxlength')
}

export function startWholePaste() {
  document.addEventListener('paste', liftLimit)
}
