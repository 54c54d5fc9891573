/** Writes the names of chosen files beside the button that lies under the browser's own file input. */

function showNames(input: HTMLInputElement) {
  const label = input.parentElement?.querySelector<HTMLElement>('[data-file-names]')
  if (!label) return
  const names = Array.from(input.files ?? [], ({ name }) => name)
  label.textContent = names.join(', ') || label.dataset.fileNames!
}

/** Browsers keep a chosen file when one comes back to a page. */
export function startFileNames() {
  for (const input of document.querySelectorAll<HTMLInputElement>('input[type=file]')) showNames(input)
}

document.addEventListener('input', ({ target }) => {
  if (target instanceof HTMLInputElement) showNames(target)
})
