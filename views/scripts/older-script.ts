/**
 * For the oldest supported browsers, which do not support popovers (before Chrome 114, Firefox 125 and
 * Safari 17) and the selector `:has` (before Firefox 121). The style sheet does its part under `@supports`.
 */

const lacksPopovers = !('popover' in HTMLElement.prototype)

function hidePopover(popoverElement: HTMLElement) {
  const button = document.querySelector<HTMLElement>(`[popovertarget="${popoverElement.id}"]`)
  if (popoverElement.contains(document.activeElement)) button?.focus()
  popoverElement.removeAttribute('open')
}

function hideOthers(exceptElement: Element | null) {
  for (const popoverElement of document.querySelectorAll<HTMLElement>('[popover][open]'))
    if (popoverElement !== exceptElement) hidePopover(popoverElement)
}

function togglePopover({ target }: MouseEvent) {
  if (!(target instanceof Element)) return
  const button = target.closest('[popovertarget]')
  const popover = button && document.getElementById(button.getAttribute('popovertarget')!)
  // A link to a section of this page leads away from its menu, so the menu is closed too.
  hideOthers(popover ?? (target.closest('a') ? null : target.closest('[popover]')))
  if (popover?.hasAttribute('open')) hidePopover(popover)
  else popover?.setAttribute('open', '')
}

function followChoice(input: HTMLInputElement) {
  const group = input.closest<HTMLElement>('[data-chosen]')
  if (group && input.type === 'radio') group.dataset.chosen = input.value
}

if (lacksPopovers) {
  document.addEventListener('click', togglePopover)
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && hideOthers(null))
}
if (!CSS.supports('selector(:has(a))')) {
  document.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement) followChoice(target)
  })
  // The choice survives a reload.
  for (const input of document.querySelectorAll<HTMLInputElement>('[data-chosen] :checked'))
    followChoice(input)
}

export {}
