/** Updates the preview of a drawn seal when the fields of its form change. */

const DELAY_MS = 200
const FIELDS = ['shape', 'name', 'line', 'code']

function startPreview(form: HTMLFormElement) {
  const picture = form.querySelector<HTMLImageElement>('[data-seal-preview]')
  if (!picture) return
  let timer: ReturnType<typeof setTimeout> | undefined
  const show = () => {
    const data = new FormData(form)
    const query = new URLSearchParams(FIELDS.map((name) => [name, String(data.get(name) ?? '')]))
    if (query.get('name')?.trim()) picture.src = `${picture.dataset.sealPreview}?${query}`
  }
  form.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(show, DELAY_MS)
  })
}

for (const form of document.querySelectorAll<HTMLFormElement>('[data-seal-form]')) startPreview(form)
