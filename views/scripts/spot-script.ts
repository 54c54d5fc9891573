import { LAID_OUT } from './pdf-viewer/laid-out.ts'
import type { Sheet, Sheets } from './pdf-viewer/sheets.ts'

/** Placing signature areas on the pages of a PDF: dragged, or moved by arrow keys; each change is saved by itself. */

interface Spot {
  page: number
  x: number
  y: number
  width: number
  height: number
}

interface Entry {
  id: string
  name: string
  spot: Spot
}

/** Points a key moves by; with Shift. */
const STEP = 4
const LEAP = 24
const SMALLEST = { width: 60, height: 24 }
const SAVE_AFTER = 400

/** A rectangle on the page as it is shown at 100 %, from its upper left corner. */
interface Shown {
  left: number
  top: number
  width: number
  height: number
}

const viewOf = ({ page }: Sheet) => page.getViewport({ scale: 1 })

function shownOf(sheet: Sheet, { x, y, width, height }: Spot): Shown {
  const view = viewOf(sheet)
  const [a = 0, b = 0] = view.convertToViewportPoint(x, y)
  const [c = 0, d = 0] = view.convertToViewportPoint(x + width, y + height)
  return { left: Math.min(a, c), top: Math.min(b, d), width: Math.abs(c - a), height: Math.abs(d - b) }
}

function spotOf(sheet: Sheet, { left, top, width, height }: Shown): Spot {
  const view = viewOf(sheet)
  const [a = 0, b = 0] = view.convertToPdfPoint(left, top)
  const [c = 0, d = 0] = view.convertToPdfPoint(left + width, top + height)
  const round = (value: number) => Math.round(value * 10) / 10
  return {
    page: sheet.number,
    ...{ x: round(Math.min(a, c)), y: round(Math.min(b, d)) },
    ...{ width: round(Math.abs(c - a)), height: round(Math.abs(d - b)) },
  }
}

/** Within its page, and no smaller than can be signed on. */
function within(sheet: Sheet, shown: Shown): Shown {
  const view = viewOf(sheet)
  const width = Math.min(Math.max(shown.width, SMALLEST.width), view.width)
  const height = Math.min(Math.max(shown.height, SMALLEST.height), view.height)
  const left = Math.min(Math.max(shown.left, 0), view.width - width)
  const top = Math.min(Math.max(shown.top, 0), view.height - height)
  return { left, top, width, height }
}

function startSaving(panel: HTMLElement, entries: Entry[], words: Record<string, string>) {
  const told = panel.querySelector('[data-spots-told]')!
  let timer: ReturnType<typeof setTimeout> | undefined
  const send = async () => {
    const well = await fetch(panel.dataset.save!, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ signatories: entries }),
      keepalive: true,
    }).then(
      ({ ok }) => ok,
      () => false,
    )
    told.textContent = words[well ? 'saved' : 'notSaved'] ?? ''
  }
  return () => {
    clearTimeout(timer)
    told.textContent = ''
    timer = setTimeout(send, SAVE_AFTER)
  }
}

function placeSpots(panel: HTMLElement, sheets: Sheets) {
  const words = JSON.parse(panel.dataset.words ?? '{}') as Record<string, string>
  const entries = JSON.parse(panel.dataset.spots ?? '[]') as Entry[]
  const save = startSaving(panel, entries, words)
  for (const entry of entries) startSpot(panel, sheets, entry, { words, save })
}

interface Ways {
  words: Record<string, string>
  save: () => void
}

function startSpot(panel: HTMLElement, sheets: Sheets, entry: Entry, { words, save }: Ways) {
  const box = document.createElement('button')
  box.type = 'button'
  box.className = 'pdf-spot'
  box.textContent = entry.name
  const sheetOf = () => sheets.sheets[Math.min(entry.spot.page, sheets.sheets.length) - 1]!

  function show() {
    const sheet = sheetOf()
    const view = viewOf(sheet)
    const { left, top, width, height } = shownOf(sheet, entry.spot)
    if (box.parentElement !== sheet.box) sheet.box.append(box)
    box.style.left = `${(100 * left) / view.width}%`
    box.style.top = `${(100 * top) / view.height}%`
    box.style.width = `${(100 * width) / view.width}%`
    box.style.height = `${(100 * height) / view.height}%`
    const page = String(sheet.number)
    box.setAttribute('aria-label', (words.box ?? '').replace('{name}', entry.name).replace('{page}', page))
    const told = panel.querySelector<HTMLElement>(`[data-spot-page="${entry.id}"]`)
    if (told) told.textContent = sheet.box.getAttribute('aria-label')
  }
  const move = (sheet: Sheet, shown: Shown) => {
    entry.spot = spotOf(sheet, within(sheet, shown))
    show()
    save()
  }
  const change = (by: Partial<Shown>) => {
    const now = shownOf(sheetOf(), entry.spot)
    const next = { ...now }
    for (const key of Object.keys(by) as (keyof Shown)[]) next[key] += by[key]!
    move(sheetOf(), next)
  }
  const turn = (to: number) => {
    const sheet = sheets.sheets[to - 1]
    if (!sheet) return
    move(sheet, shownOf(sheetOf(), entry.spot))
    box.focus({ preventScroll: true })
    box.scrollIntoView({ block: 'center' })
  }

  box.addEventListener('keydown', (event) => {
    const by = event.shiftKey ? LEAP : STEP
    const ways = new Map<string, () => void>([
      ['ArrowLeft', () => change({ left: -by })],
      ['ArrowRight', () => change({ left: by })],
      ['ArrowUp', () => change({ top: -by })],
      ['ArrowDown', () => change({ top: by })],
      ['PageUp', () => turn(entry.spot.page - 1)],
      ['PageDown', () => turn(entry.spot.page + 1)],
      ['+', () => change({ width: 2 * STEP, height: STEP })],
      ['-', () => change({ width: -2 * STEP, height: -STEP })],
    ])
    const go = event.ctrlKey || event.metaKey || event.altKey ? undefined : ways.get(event.key)
    if (!go) return
    event.preventDefault()
    // The pages behind it have keys of their own.
    event.stopPropagation()
    go()
  })
  box.addEventListener('pointerdown', (event) => {
    event.preventDefault()
    box.focus({ preventScroll: true })
    box.setPointerCapture(event.pointerId)
    const grip = {
      x: event.clientX - box.getBoundingClientRect().left,
      y: event.clientY - box.getBoundingClientRect().top,
    }
    const drag = (to: PointerEvent) => {
      const under = sheets.sheets.find((sheet) => {
        const { top, bottom } = sheet.box.getBoundingClientRect()
        return to.clientY >= top && to.clientY <= bottom
      })
      const sheet = under ?? sheetOf()
      const paper = sheet.box.getBoundingClientRect()
      const scale = viewOf(sheet).width / paper.width
      const { width, height } = shownOf(sheetOf(), entry.spot)
      const left = (to.clientX - grip.x - paper.left) * scale
      move(sheet, { left, top: (to.clientY - grip.y - paper.top) * scale, width, height })
      box.setPointerCapture(event.pointerId)
    }
    box.addEventListener('pointermove', drag)
    box.addEventListener('pointerup', () => box.removeEventListener('pointermove', drag), { once: true })
  })
  const here = panel.querySelector<HTMLButtonElement>(`[data-spot-here="${entry.id}"]`)
  if (here) {
    here.hidden = false
    here.addEventListener('click', () => turn(sheets.page()))
  }
  show()
}

for (const panel of document.querySelectorAll<HTMLElement>('[data-spots]'))
  panel.addEventListener(LAID_OUT, (event) => placeSpots(panel, (event as CustomEvent<Sheets>).detail))
