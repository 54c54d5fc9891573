/** Shows the names of chosen files next to the button that lies under the browser's own file input. */

function showNames(input: HTMLInputElement) {
  const label = input.parentElement?.querySelector<HTMLElement>('[data-file-names]')
  if (!label) return
  const names = Array.from(input.files ?? [], ({ name }) => name)
  label.textContent = names.join(', ') || label.dataset.fileNames!
}

/**
 * Names are also shown at the start, because browsers keep a chosen file when the user comes back to a page.
 */
export function startFileNames() {
  for (const input of document.querySelectorAll<HTMLInputElement>('input[type=file]')) showNames(input)
}

document.addEventListener('input', ({ target }) => {
  if (target instanceof HTMLInputElement) showNames(target)
})
