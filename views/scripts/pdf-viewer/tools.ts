import { isComposing } from '../../language/composing.ts'
import type { searchIn } from './search.ts'
import type { Sheets } from './sheets.ts'

/** Finds a part of the viewer by name. */
export type PartOf = <T extends HTMLElement = HTMLElement>(name: string) => T

/** Translates a key, with values for its placeholders. */
export type TranslateKey = (key: string, blanks?: Record<string, string | number>) => string

const STEPS = [0.25, 0.5, 0.67, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4]

const onClick = (part: PartOf, handlers: [string, () => unknown][]) => {
  for (const [name, go] of handlers) part(name).addEventListener('click', go)
}

/** Page navigation and zoom by buttons and keys; `onLarger` is called when the user zooms in. */
export function startTurning(part: PartOf, sheets: Sheets, onLarger: () => void) {
  const place = part('place')
  let fitsWidth = true
  const zoomTo = (scale: number) => {
    sheets.zoom(Math.min(4, Math.max(0.25, scale)))
    part('scale').textContent = `${Math.round(sheets.scale() * 100)}%`
  }
  const fitWidth = () => {
    fitsWidth = true
    zoomTo(Math.min(1.5, sheets.scaleToFit()))
  }
  const zoom = (offset: 1 | -1) => {
    const currentScale = sheets.scale()
    const nextScale =
      offset > 0
        ? STEPS.find((step) => step > currentScale + 0.01)
        : [...STEPS].reverse().find((step) => step < currentScale - 0.01)
    fitsWidth = false
    if (offset > 0) onLarger()
    if (nextScale) zoomTo(nextScale)
  }
  const goTo = (page: number) => sheets.goTo(Math.min(sheets.sheets.length, Math.max(1, page)))
  const turn = (offset: number) => goTo(sheets.page() + offset)

  onClick(part, [
    ['before', () => turn(-1)],
    ['next', () => turn(1)],
    ['smaller', () => zoom(-1)],
    ['larger', () => zoom(1)],
    ['fit', fitWidth],
  ])
  const pageField = part<HTMLInputElement>('page')
  pageField.addEventListener('change', () => goTo(Number(pageField.value) || 1))
  const keys = new Map<string, () => unknown>([
    ['ArrowRight', () => turn(1)],
    ['ArrowLeft', () => turn(-1)],
    ['Home', () => goTo(1)],
    ['End', () => goTo(sheets.sheets.length)],
    ['+', () => zoom(1)],
    ['=', () => zoom(1)],
    ['-', () => zoom(-1)],
    ['0', fitWidth],
    ['/', () => part('search').focus()],
  ])
  place.addEventListener('keydown', (event) => {
    const go = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys.get(event.key)
    if (!go) return
    event.preventDefault()
    go()
  })

  fitWidth()
  goTo(1)
  let width = place.clientWidth
  new ResizeObserver(() => {
    if (!fitsWidth || place.clientWidth === width) return
    width = place.clientWidth
    fitWidth()
  }).observe(place)
}

/** The search box: Enter searches, and then goes to the next match. */
export function startSearching(part: PartOf, search: ReturnType<typeof searchIn>, translate: TranslateKey) {
  const field = part<HTMLInputElement>('search')
  let lastQuery = ''
  const showPosition = () => {
    const count = search.count()
    part('found').textContent =
      lastQuery && translate(count ? 'found' : 'notFound', { at: search.at(), count })
  }
  const find = async () => {
    lastQuery = field.value.trim()
    part('found').textContent = lastQuery && translate('searching')
    if (await search.find(lastQuery)) showPosition()
    else part('found').textContent = translate('noSearch')
  }
  const step = async (offset: 1 | -1) => {
    if (field.value.trim() !== lastQuery) return find()
    await search.step(offset)
    showPosition()
  }
  field.addEventListener('change', () => field.value.trim() !== lastQuery && void find())
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || isComposing(event)) return
    event.preventDefault()
    void step(event.shiftKey ? -1 : 1)
  })
  onClick(part, [
    ['foundBefore', () => step(-1)],
    ['foundNext', () => step(1)],
  ])
}
