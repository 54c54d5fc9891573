/**
 * Lifts the limit of a field when a text is pasted that may exceed it. The browser would cut the text without
 * a word; now the user sees all of it, and the server returns the form with the error at the field.
 */
export function startWholePaste() {
  document.addEventListener('paste', ({ target, clipboardData }) => {
    const field = target as HTMLTextAreaElement
    const length = field.value?.length + (clipboardData?.getData('text').length ?? 0)
    if (field.matches('textarea') && length > field.maxLength) field.removeAttribute('maxlength')
  })
}
