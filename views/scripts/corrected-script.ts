/**
 * Takes away the error of a field that has been corrected. Whether the server will accept the new value is
 * known only of a field that was empty; other errors are marked as changed. An island has errors of its own,
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
