import type { Sheets } from './sheets.ts'

const WIDTH = 96

/** Small pictures of the pages, drawn as they come into sight; each leads to its page. */
export function showThumbnails(list: HTMLElement, sheets: Sheets, label: (page: number) => string) {
  const buttons = sheets.sheets.map(({ number, page }) => {
    const { width, height } = page.getViewport({ scale: 1 })
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'pdf-thumbnail'
    button.setAttribute('aria-label', label(number))
    button.dataset.page = String(number)
    const canvas = document.createElement('canvas')
    canvas.width = WIDTH * 2
    canvas.height = Math.round((WIDTH * 2 * height) / width)
    canvas.setAttribute('aria-hidden', 'true')
    const figure = document.createElement('span')
    figure.textContent = String(number)
    button.append(canvas, figure)
    button.addEventListener('click', () => sheets.goTo(number))
    const item = document.createElement('li')
    item.append(button)
    list.append(item)
    return button
  })

  const near = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue
        near.unobserve(target)
        const { page } = sheets.sheets[Number((target as HTMLElement).dataset.page) - 1]!
        const canvas = target.querySelector('canvas')!
        const scale = canvas.width / page.getViewport({ scale: 1 }).width
        void page.render({ canvas, viewport: page.getViewport({ scale }) }).promise
      }
    },
    { root: list, rootMargin: '50% 0px' },
  )
  for (const button of buttons) near.observe(button)

  return {
    mark(current: number) {
      for (const [index, button] of buttons.entries()) {
        if (index + 1 === current) button.setAttribute('aria-current', 'page')
        else button.removeAttribute('aria-current')
      }
      const button = buttons[current - 1]
      if (!button) return
      const above = button.offsetTop < list.scrollTop
      const below = button.offsetTop + button.offsetHeight > list.scrollTop + list.clientHeight
      if (above || below) list.scrollTop = button.offsetTop - list.clientHeight / 3
    },
  }
}
