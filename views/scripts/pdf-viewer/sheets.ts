import { type PDFDocumentProxy, type PDFPageProxy, TextLayer } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** A page on the screen, drawn when it comes into sight. */
export interface Sheet {
  number: number
  box: HTMLElement
  /** What is drawn in it, below whatever else is put there. */
  drawing: HTMLElement
  page: PDFPageProxy
  /** The words over the drawing, piece by piece, once they are there. */
  pieces: HTMLElement[]
  drawn: boolean
}

/** CSS pixels a point, at 100 %. */
const PIXELS = 96 / 72
const MOST_PIXELS = 16_000_000

interface Options {
  place: HTMLElement
  /** What a page is called, for whoever does not see it. */
  label: (page: number) => string
  /** The page in sight has become another one. */
  onPage: (page: number) => void
  /** A page's words are there. */
  onText: (sheet: Sheet) => void
}

/** The pages one below the other, in any size. */
export async function layOut(pdf: PDFDocumentProxy, { place, label, onPage, onText }: Options) {
  const sheets: Sheet[] = []
  let scale = 1
  let current = 1

  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number)
    const box = document.createElement('div')
    box.className = 'pdf-sheet'
    box.dataset.page = String(number)
    box.setAttribute('role', 'region')
    box.setAttribute('aria-label', label(number))
    place.append(box)
    const drawing = document.createElement('div')
    box.append(drawing)
    sheets.push({ number, box, drawing, page, pieces: [], drawn: false })
  }

  function measure(sheet: Sheet) {
    const { width, height } = sheet.page.getViewport({ scale: scale * PIXELS })
    sheet.box.style.width = `${Math.floor(width)}px`
    sheet.box.style.height = `${Math.floor(height)}px`
  }

  async function draw(sheet: Sheet) {
    if (sheet.drawn) return
    sheet.drawn = true
    const viewport = sheet.page.getViewport({ scale: scale * PIXELS })
    const canvas = document.createElement('canvas')
    const sharp = Math.min(devicePixelRatio, Math.sqrt(MOST_PIXELS / (viewport.width * viewport.height)))
    canvas.width = Math.floor(viewport.width * sharp)
    canvas.height = Math.floor(viewport.height * sharp)
    canvas.setAttribute('aria-hidden', 'true')
    const words = document.createElement('div')
    words.className = 'textLayer'
    sheet.box.style.setProperty('--total-scale-factor', String(scale * PIXELS))
    sheet.drawing.replaceChildren(canvas, words)
    const layer = new TextLayer({
      textContentSource: sheet.page.streamTextContent(),
      container: words,
      viewport,
    })
    const transform = sharp === 1 ? undefined : [sharp, 0, 0, sharp, 0, 0]
    await Promise.all([sheet.page.render({ canvas, viewport, transform }).promise, layer.render()])
    // Another size may have been asked for meanwhile.
    if (!words.isConnected) return
    sheet.pieces = layer.textDivs
    onText(sheet)
  }

  function forget(sheet: Sheet) {
    sheet.drawn = false
    sheet.pieces = []
    sheet.drawing.replaceChildren()
  }

  const near = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const sheet = sheets[Number((target as HTMLElement).dataset.page) - 1]!
        if (isIntersecting) void draw(sheet)
        else if (sheet.drawn) forget(sheet)
      }
    },
    { root: place, rootMargin: '100% 0px' },
  )

  /** The sheet that stands at the upper third of what is seen. */
  function pageInSight(): number {
    const line = place.getBoundingClientRect().top + place.clientHeight / 3
    const found = sheets.findLast(({ box }) => box.getBoundingClientRect().top <= line)
    return found?.number ?? 1
  }

  place.addEventListener(
    'scroll',
    () => {
      const page = pageInSight()
      if (page === current) return
      current = page
      onPage(page)
    },
    { passive: true },
  )

  return {
    sheets,
    scale: () => scale,
    page: () => current,
    /** Shows everything in another size; what stood at the top stays there. */
    zoom(to: number) {
      const kept = current
      scale = to
      for (const sheet of sheets) {
        near.unobserve(sheet.box)
        forget(sheet)
        measure(sheet)
        near.observe(sheet.box)
      }
      this.goTo(kept)
    },
    /** How large the widest page may be for all to fit the width. */
    scaleToFit(): number {
      const widest = Math.max(...sheets.map(({ page }) => page.getViewport({ scale: PIXELS }).width))
      return (place.clientWidth - 32) / widest
    },
    goTo(page: number) {
      const sheet = sheets[page - 1]
      if (!sheet) return
      place.scrollTop += sheet.box.getBoundingClientRect().top - place.getBoundingClientRect().top - 8
      current = page
      onPage(page)
    },
    draw,
  }
}

export type Sheets = Awaited<ReturnType<typeof layOut>>
