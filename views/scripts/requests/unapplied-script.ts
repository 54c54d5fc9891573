/**
 * A form with `data-after` is not sent while the form of that id has a choice that the page does not show,
 * such as a discount code typed just before: the page is updated first, and the person sends again.
 */

function isUnapplied(field: Element): boolean {
  if (field instanceof HTMLSelectElement)
    return [...field.options].some((one) => one.defaultSelected && !one.selected)
  if (!(field instanceof HTMLInputElement)) return false
  return field.type === 'radio' ? field.checked !== field.defaultChecked : field.value !== field.defaultValue
}

function updateFirst(event: SubmitEvent) {
  const form = event.target as HTMLFormElement
  const before = document.getElementById(form.dataset.after ?? '')
  if (!(before instanceof HTMLFormElement) || ![...before.elements].some(isUnapplied)) return
  event.preventDefault()
  if (!before.classList.contains('htmx-request')) before.dispatchEvent(new Event('change', { bubbles: true }))
}

document.addEventListener('submit', updateFirst, true)

export {}
