import type { PdfFile } from './pdf-file.ts'
import type { Sheet } from './sheet.ts'

/** The width of a page image in pixels. */
const PICTURE_WIDTH = 1000
/** Enlarged by more than this factor, a page image looks too coarse. */
const MAX_ENLARGEMENT = 1.25

interface Options {
  /** The element that scrolls the pages. */
  pane: HTMLElement
  /** Called when the current page changes. */
  onPage: (page: number) => void
  /** Called when a page's text layer is ready. */
  onText: () => void
}

function sheetOf(box: HTMLElement): Sheet {
  const picture = box.querySelector('img')!
  const over = document.createElement('div')
  box.append(over)
  return {
    number: Number(box.dataset.page),
    box,
    picture,
    over,
    // Not the properties of the image, which depend on the style sheet.
    width: Number(picture.getAttribute('width')),
    height: Number(picture.getAttribute('height')),
    pieces: [],
    hasText: false,
  }
}

/** Controls the pages that are in the HTML, at any zoom. */
export function createSheets({ pane, onPage, onText }: Options) {
  const sheets = [...pane.querySelectorAll<HTMLElement>('.pdf-sheet')].map(sheetOf)
  let scale = 1
  let current = 1
  let file: PdfFile | null = null

  function applyScale({ box, width, height }: Sheet) {
    box.style.width = `${Math.floor(width * scale)}px`
    box.style.height = `${Math.floor(height * scale)}px`
  }

  async function addText(sheet: Sheet) {
    if (!file || sheet.hasText) return
    sheet.hasText = true
    const isCoarse = sheet.width * scale * devicePixelRatio > PICTURE_WIDTH * MAX_ENLARGEMENT
    const pieces = await file.addText(sheet, scale, isCoarse)
    if (!sheet.hasText) return
    sheet.pieces = pieces
    onText()
  }

  function removeText(sheet: Sheet) {
    sheet.hasText = false
    sheet.pieces = []
    sheet.over.replaceChildren()
  }

  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const sheet = sheets[Number((target as HTMLElement).dataset.page) - 1]!
        if (isIntersecting) void addText(sheet)
        else if (sheet.hasText) removeText(sheet)
      }
    },
    { root: pane, rootMargin: '100% 0px' },
  )

  /** The number of the page at the upper third of the visible area. */
  function visiblePage(): number {
    const line = pane.getBoundingClientRect().top + pane.clientHeight / 3
    const pagesAbove = sheets.filter(({ box }) => box.getBoundingClientRect().top <= line)
    return pagesAbove.at(-1)?.number ?? 1
  }

  pane.addEventListener(
    'scroll',
    () => {
      const page = visiblePage()
      if (page === current) return
      current = page
      onPage(page)
    },
    { passive: true },
  )

  function refresh() {
    for (const sheet of sheets) {
      observer.unobserve(sheet.box)
      removeText(sheet)
      applyScale(sheet)
      observer.observe(sheet.box)
    }
  }

  return {
    sheets,
    scale: () => scale,
    page: () => current,
    /** Adds text layers to the pages from now on. */
    setFile(openedFile: PdfFile) {
      file = openedFile
      refresh()
    },
    /** Sets the zoom, and goes to the top of the current page. */
    zoom(newScale: number) {
      const previousPage = current
      scale = newScale
      refresh()
      this.goTo(previousPage)
    },
    /** The largest scale at which the widest page fits into the width. */
    scaleToFit(): number {
      return (pane.clientWidth - 32) / Math.max(...sheets.map(({ width }) => width))
    },
    goTo(page: number) {
      const sheet = sheets[page - 1]
      if (!sheet) return
      pane.scrollTop += sheet.box.getBoundingClientRect().top - pane.getBoundingClientRect().top - 8
      current = page
      onPage(page)
    },
    addText,
  }
}

export type Sheets = ReturnType<typeof createSheets>
