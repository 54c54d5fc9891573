/** Shows changes of a team's brand in the previews before the form is saved. */

import { readColour, shadesOf } from './brand-colour.ts'

function startPreviews(page: HTMLElement) {
  const form = page.querySelector('form')
  const preview = page.querySelector<HTMLElement>('[data-brand-preview]')
  const picker = page.querySelector<HTMLInputElement>('[data-brand-picker]')
  const field = page.querySelector<HTMLInputElement>('#colour')
  if (!form || !preview || !picker || !field) return
  const darkScheme = matchMedia('(prefers-color-scheme: dark)')

  const showColour = () => {
    const colour = readColour(field.value)
    const shades = colour ? shadesOf(colour) : null
    const { style } = preview
    for (const name of ['--color-primary', '--color-primary-content']) style.removeProperty(name)
    if (shades) {
      style.setProperty('--color-primary', darkScheme.matches ? shades.dark : shades.light)
      style.setProperty('--color-primary-content', darkScheme.matches ? '#14110f' : '#ffffff')
    }
    const note = page.querySelector<HTMLElement>('[data-brand-darkened]')!
    note.hidden = !shades?.isDarkened
    if (shades) note.querySelector('strong')!.textContent = shades.light
    if (colour) picker.value = colour
  }

  const logos = [...preview.querySelectorAll<HTMLImageElement>('[data-brand-logo]')]
  const savedLogos = logos.map(({ src, hidden }) => ({ src, hidden }))
  let displayedUrl: string | null = null

  const showLogo = () => {
    const file = page.querySelector<HTMLInputElement>('#logo')?.files?.[0]
    const isLeftOut = page.querySelector<HTMLInputElement>('#withoutLogo')?.checked ?? false
    if (displayedUrl) URL.revokeObjectURL(displayedUrl)
    displayedUrl = file ? URL.createObjectURL(file) : null
    for (const [index, logo] of logos.entries()) {
      logo.src = displayedUrl ?? savedLogos[index]!.src
      logo.hidden = !displayedUrl && (isLeftOut || savedLogos[index]!.hidden)
    }
    for (const name of preview.querySelectorAll<HTMLElement>('[data-brand-name]'))
      name.hidden = !logos[0]?.hidden
    const paper = preview.querySelector<HTMLElement>('[data-brand-paper]')
    if (paper) paper.hidden = !page.querySelector<HTMLInputElement>('#inDocuments')?.checked
  }

  picker.hidden = false
  picker.addEventListener('input', () => {
    field.value = picker.value
    showColour()
  })
  field.addEventListener('input', showColour)
  form.addEventListener('change', showLogo)
  darkScheme.addEventListener('change', showColour)
  // Runs once for a refused form, or one that the browser has restored.
  showColour()
  showLogo()
}

for (const page of document.querySelectorAll<HTMLElement>('[data-brand]')) startPreviews(page)
