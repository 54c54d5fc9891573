/**
 * A form with `data-after` names another form by its id. It is not sent while that form has a change that
 * the rest of the page does not reflect yet, such as a discount code that was just typed: first the page is
 * updated, then the user sends again.
 */

function isUnapplied(field: Element): boolean {
  if (field instanceof HTMLSelectElement)
    return [...field.options].some((one) => one.defaultSelected && !one.selected)
  if (!(field instanceof HTMLInputElement)) return false
  return field.type === 'radio' ? field.checked !== field.defaultChecked : field.value !== field.defaultValue
}

function updateFirst(event: SubmitEvent) {
  const form = event.target as HTMLFormElement
  const precedingForm = document.getElementById(form.dataset.after ?? '')
  if (!(precedingForm instanceof HTMLFormElement) || ![...precedingForm.elements].some(isUnapplied)) return
  event.preventDefault()
  if (!precedingForm.classList.contains('htmx-request'))
    precedingForm.dispatchEvent(new Event('change', { bubbles: true }))
}

document.addEventListener('submit', updateFirst, true)

export {}
