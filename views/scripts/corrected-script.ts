/**
 * Removes the error of a field after it was corrected. The browser only knows whether the server will accept
 * the new value if the field was empty; other errors are marked as changed. Islands manage their own errors,
 * which React would not show again.
 */
export function startCorrected() {
  document.addEventListener('input', ({ target }) => {
    const field = target as HTMLInputElement
    if (field.ariaInvalid !== 'true' || !field.form || !field.validity.valid) return
    if (field.closest('[data-island]')) return
    if (field.type === 'checkbox' ? !field.checked : !field.value.trim()) return
    field.removeAttribute('aria-invalid')
    field.classList.remove('input-error', 'select-error', 'textarea-error')
    const note = document.getElementById(field.getAttribute('aria-describedby') ?? '')
    if (note?.dataset.changed) note.dataset.isChanged = ''
    else note?.remove()
  })
}
