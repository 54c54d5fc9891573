import type { Sheets } from './sheets.ts'

const THUMBNAIL_WIDTH = 96

/** Thumbnails of the pages, which are loaded when scrolled to. Each leads to its page. */
export function showThumbnails(
  list: HTMLElement,
  sheets: Sheets,
  { pictures, label }: { pictures: string; label: (page: number) => string },
) {
  const buttons = sheets.sheets.map(({ number, width, height }) => {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'pdf-thumbnail'
    button.setAttribute('aria-label', label(number))
    button.dataset.page = String(number)
    const picture = document.createElement('img')
    picture.loading = 'lazy'
    picture.width = THUMBNAIL_WIDTH
    picture.height = Math.round((THUMBNAIL_WIDTH * height) / width)
    picture.alt = ''
    picture.src = `${pictures}/${number}?width=200`
    const figure = document.createElement('span')
    figure.textContent = String(number)
    button.append(picture, figure)
    button.addEventListener('click', () => sheets.goTo(number))
    const item = document.createElement('li')
    item.append(button)
    list.append(item)
    return button
  })

  return {
    mark(current: number) {
      for (const [index, button] of buttons.entries()) {
        if (index + 1 === current) button.setAttribute('aria-current', 'page')
        else button.removeAttribute('aria-current')
      }
      const button = buttons[current - 1]
      if (!button) return
      const isAbove = button.offsetTop < list.scrollTop
      const isBelow = button.offsetTop + button.offsetHeight > list.scrollTop + list.clientHeight
      if (isAbove || isBelow) list.scrollTop = button.offsetTop - list.clientHeight / 3
    },
  }
}
