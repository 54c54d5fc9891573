/** Writes the names of chosen files beside the button that lies under the browser's own file input. */

function showNames(input: HTMLInputElement) {
  const shown = input.parentElement?.querySelector<HTMLElement>('[data-file-names]')
  if (!shown) return
  const names = Array.from(input.files ?? [], ({ name }) => name)
  shown.textContent = names.join(', ') || shown.dataset.fileNames!
}

/** Browsers keep a chosen file when one comes back to a page. */
export function startFileNames() {
  for (const input of document.querySelectorAll<HTMLInputElement>('input[type=file]')) showNames(input)
}

document.addEventListener('input', ({ target }) => {
  if (target instanceof HTMLInputElement) showNames(target)
})
