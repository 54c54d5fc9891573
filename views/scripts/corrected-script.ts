/**
 * Removes the error of a field once it is corrected. Whether the server will accept the new value is known
 * only for a field that was empty; other errors are marked as changed. Islands manage their own errors,
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
