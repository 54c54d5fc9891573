import type { PdfFile } from './pdf-file.ts'
import type { Sheet } from './sheet.ts'

/** The width of a page image in pixels. Enlarged by more than this factor, it looks too coarse. */
const PICTURE_WIDTH = 1000
const TOLERANCE = 1.25

interface Options {
  place: HTMLElement
  /** Called when the current page changes. */
  onPage: (page: number) => void
  /** Called when a page's text layer is ready. */
  onWords: () => void
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
    width: picture.width,
    height: picture.height,
    pieces: [],
    hasWords: false,
  }
}

/** Controls the pages that are in the HTML, at any zoom. */
export function layOut({ place, onPage, onWords }: Options) {
  // The size of each page at 100 % is in the HTML, so the style sheet does not affect it.
  const sheets = [...place.querySelectorAll<HTMLElement>('.pdf-sheet')].map(sheetOf)
  for (const sheet of sheets) {
    sheet.width = Number(sheet.picture.getAttribute('width'))
    sheet.height = Number(sheet.picture.getAttribute('height'))
  }
  let scale = 1
  let current = 1
  let file: PdfFile | null = null

  function measure({ box, width, height }: Sheet) {
    box.style.width = `${Math.floor(width * scale)}px`
    box.style.height = `${Math.floor(height * scale)}px`
  }

  async function layWords(sheet: Sheet) {
    if (!file || sheet.hasWords) return
    sheet.hasWords = true
    const isCoarse = sheet.width * scale * devicePixelRatio > PICTURE_WIDTH * TOLERANCE
    const pieces = await file.layOver(sheet, scale, isCoarse)
    if (!sheet.hasWords) return
    sheet.pieces = pieces
    onWords()
  }

  function takeWords(sheet: Sheet) {
    sheet.hasWords = false
    sheet.pieces = []
    sheet.over.replaceChildren()
  }

  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const sheet = sheets[Number((target as HTMLElement).dataset.page) - 1]!
        if (isIntersecting) void layWords(sheet)
        else if (sheet.hasWords) takeWords(sheet)
      }
    },
    { root: place, rootMargin: '100% 0px' },
  )

  /** The number of the page at the upper third of the visible area. */
  function visiblePage(): number {
    const line = place.getBoundingClientRect().top + place.clientHeight / 3
    const pagesAbove = sheets.filter(({ box }) => box.getBoundingClientRect().top <= line)
    return pagesAbove.at(-1)?.number ?? 1
  }

  place.addEventListener(
    'scroll',
    () => {
      const page = visiblePage()
      if (page === current) return
      current = page
      onPage(page)
    },
    { passive: true },
  )

  function layOutAgain() {
    for (const sheet of sheets) {
      observer.unobserve(sheet.box)
      takeWords(sheet)
      measure(sheet)
      observer.observe(sheet.box)
    }
  }

  return {
    sheets,
    scale: () => scale,
    page: () => current,
    /** Adds text layers to the pages from now on. */
    use(openedFile: PdfFile) {
      file = openedFile
      layOutAgain()
    },
    /** Sets the zoom; the position at the top of the view is preserved. */
    zoom(newScale: number) {
      const previousPage = current
      scale = newScale
      layOutAgain()
      this.goTo(previousPage)
    },
    /** The largest scale at which the widest page fits into the width. */
    scaleToFit(): number {
      return (place.clientWidth - 32) / Math.max(...sheets.map(({ width }) => width))
    },
    goTo(page: number) {
      const sheet = sheets[page - 1]
      if (!sheet) return
      place.scrollTop += sheet.box.getBoundingClientRect().top - place.getBoundingClientRect().top - 8
      current = page
      onPage(page)
    },
    layWords,
  }
}

export type Sheets = ReturnType<typeof layOut>
