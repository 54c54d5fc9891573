/** Steps around the home page, asked for by a button or an address; what shows them is loaded when somebody asks. */
async function start(button: HTMLElement) {
  await import(/* @vite-ignore */ button.dataset.tourSteps!)
  button.dispatchEvent(new CustomEvent('tour-asked', { bubbles: true }))
}

for (const button of document.querySelectorAll<HTMLElement>('button[data-tour]')) {
  button.hidden = false
  button.addEventListener('click', () => void start(button))
}
if (new URLSearchParams(location.search).has('tour'))
  document.querySelector<HTMLElement>('button[data-tour]')?.click()
