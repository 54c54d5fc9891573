/**
 * The signature pad of the signing page: strokes as points, sent as JSON. They are stored in the tab across
 * reloads; a later page that has this script but no pad removes them.
 */

const NS = 'http://www.w3.org/2000/svg'

type Stroke = [number, number][]

const KEY_PREFIX = 'qishu-signature '

/**
 * Joins the points by straight lines; only the signed file smooths them. `h.1` makes a tap visible as a dot.
 */
const pathOf = (stroke: Stroke) => `M${stroke.join('L')}h.1`

function pointAt(pad: SVGSVGElement, event: PointerEvent): [number, number] {
  const box = pad.getBoundingClientRect()
  const { width, height } = pad.viewBox.baseVal
  const coordinate = (share: number, size: number) =>
    Math.round(Math.min(Math.max(share, 0), 1) * size * 10) / 10
  return [
    coordinate((event.clientX - box.left) / box.width, width),
    coordinate((event.clientY - box.top) / box.height, height),
  ]
}

function appendPath(pad: SVGSVGElement) {
  const path = document.createElementNS(NS, 'path')
  path.dataset.stroke = ''
  pad.querySelector('g')!.append(path)
  return path
}

function startPad(form: HTMLFormElement) {
  const pad = form.querySelector<SVGSVGElement>('[data-signature-pad]')!
  const field = form.querySelector<HTMLInputElement>('input[name="strokes"]')!
  const drawnRadio = form.querySelector<HTMLInputElement>('[value="drawn"]')!
  const emptyNote = form.querySelector<HTMLElement>('#strokes-note')!
  const key = KEY_PREFIX + new URL(form.action).pathname
  // A refused form is shown with the drawing that was sent.
  let strokes = strokesIn(field.value || (sessionStorage.getItem(key) ?? ''))
  if (strokes.length && !field.value) {
    field.value = JSON.stringify(strokes)
    drawnRadio.checked = true
  }
  if (form.dataset.signatureForm === 'draw' && matchMedia('(pointer: coarse)').matches)
    drawnRadio.checked = true
  for (const stroke of strokes) appendPath(pad).setAttribute('d', pathOf(stroke))
  const update = () => {
    field.value = strokes.length ? JSON.stringify(strokes) : ''
    if (strokes.length && drawnRadio.checked) sessionStorage.setItem(key, field.value)
    else sessionStorage.removeItem(key)
    // Hides the note about an empty pad.
    if (strokes.length) emptyNote.hidden = true
    showPreview(form, strokes)
  }
  let currentStroke: { pointer: number; stroke: Stroke; path: SVGPathElement } | null = null
  pad.addEventListener('pointerdown', (event) => {
    // Ignores a second finger, the palm, and the button that opens a menu.
    if (currentStroke || event.button !== 0) return
    pad.setPointerCapture(event.pointerId)
    currentStroke = { pointer: event.pointerId, stroke: [pointAt(pad, event)], path: appendPath(pad) }
    currentStroke.path.setAttribute('d', pathOf(currentStroke.stroke))
  })
  pad.addEventListener('pointermove', (event) => {
    if (currentStroke?.pointer !== event.pointerId) return
    // A quick hand causes several moves between two frames.
    const events = event.getCoalescedEvents?.()
    for (const each of events?.length ? events : [event]) currentStroke.stroke.push(pointAt(pad, each))
    currentStroke.path.setAttribute('d', pathOf(currentStroke.stroke))
  })
  // A stroke that the device interrupts is stored up to that point, so that the signed drawing equals the
  // visible one.
  for (const end of ['pointerup', 'pointercancel'] as const)
    pad.addEventListener(end, (event) => {
      if (currentStroke?.pointer !== event.pointerId) return
      strokes.push(currentStroke.stroke)
      currentStroke = null
      update()
    })
  form.querySelector('[data-signature-clear]')?.addEventListener('click', () => {
    strokes = []
    currentStroke = null
    update()
    pad.querySelector('g')!.replaceChildren()
  })
  form.addEventListener('input', update)
  form.addEventListener('submit', (event) => {
    emptyNote.hidden = !drawnRadio.checked || strokes.length > 0
    if (emptyNote.hidden) return
    event.preventDefault()
    emptyNote.scrollIntoView()
  })
  showPreview(form, strokes)
}

function strokesIn(text: string): Stroke[] {
  try {
    return (JSON.parse(text || '[]') as Stroke[]).filter(({ length }) => length > 0)
  } catch {
    return []
  }
}

/** Shows the signature as it will appear in the document. */
function showPreview(form: HTMLFormElement, strokes: Stroke[]) {
  const preview = form.querySelector<HTMLElement>('[data-signature-preview]')!
  const data = new FormData(form)
  const isDrawn = data.get('kind') === 'drawn'
  const picture = preview.querySelector<HTMLElement>('[data-preview-picture]')
  if (picture) picture.hidden = data.get('kind') !== 'picture'
  showTyped(preview, data.get('kind') === 'typed' ? String(data.get('typed')).trim() : '')
  preview.querySelector('[data-preview-drawn]')!.toggleAttribute('hidden', !isDrawn)
  preview.querySelector('path')!.setAttribute('d', isDrawn ? strokes.map(pathOf).join('') : '')
  preview.hidden = false
}

const DELAY_MS = 200
let typedTimer: ReturnType<typeof setTimeout> | undefined

/** The server draws a typed name with the same outlines as in the file. */
function showTyped(preview: HTMLElement, name: string) {
  const typedImage = preview.querySelector<HTMLImageElement>('[data-preview-typed]')!
  typedImage.hidden = !name
  if (typedImage.alt === name) return
  typedImage.alt = name
  clearTimeout(typedTimer)
  typedTimer = setTimeout(() => {
    if (name) typedImage.src = `${typedImage.dataset.from}?${new URLSearchParams({ text: name })}`
  }, DELAY_MS)
}

function showChosenPart(form: HTMLFormElement) {
  const chosenKind = new FormData(form).get('kind')
  for (const part of form.querySelectorAll<HTMLElement>('[data-signature-part]'))
    part.hidden = part.dataset.signaturePart !== chosenKind
}

const form = document.querySelector<HTMLFormElement>('[data-signature-form]')
if (form) {
  startPad(form)
  form.querySelector<HTMLInputElement>('[type="file"]')!.addEventListener('change', ({ target }) => {
    const { files, dataset } = target as HTMLInputElement
    if (!files?.length) return
    form.action = dataset.uploadTo!
    form.enctype = 'multipart/form-data'
    form.submit()
  })
  form.addEventListener('change', () => showChosenPart(form))
  showChosenPart(form)
} else
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(KEY_PREFIX)) sessionStorage.removeItem(key)

export {}
