/** Reorders rows by dragging. Each move submits the form of the row's menu with the new position. */

const MARK = ['outline-2', '-outline-offset-2', 'outline-primary']

let dragged: HTMLElement | null = null
let marked: HTMLTableRowElement | null = null

function mark(row: HTMLTableRowElement | null) {
  if (row === marked) return
  marked?.classList.remove(...MARK)
  row?.classList.add(...MARK)
  marked = row
}

/** The row under the pointer on which the dragged row can be dropped. */
function rowAt(event: DragEvent): HTMLTableRowElement | null {
  const row = event.target instanceof Element ? event.target.closest<HTMLTableRowElement>('tbody tr') : null
  return row && dragged && row.closest('[data-reorder]')?.contains(dragged) ? row : null
}

const idOf = (row: Element) => row.querySelector<HTMLElement>('[data-drags]')?.dataset.drags

document.addEventListener('dragstart', (event) => {
  const handle = event.target instanceof Element && event.target.closest<HTMLElement>('[data-drags]')
  if (!handle) return
  dragged = handle
  event.dataTransfer!.effectAllowed = 'move'
  event.dataTransfer!.setDragImage(handle.closest('tr')!, 0, 0)
})

document.addEventListener('dragover', (event) => {
  const row = rowAt(event)
  if (row) event.preventDefault()
  mark(row)
})

document.addEventListener('drop', (event) => {
  const row = rowAt(event)
  const form = dragged && document.querySelector<HTMLFormElement>(`[data-moves="${dragged.dataset.drags}"]`)
  if (!row || !form) return
  event.preventDefault()
  const draggedRow = dragged!.closest('tr')!
  const down = Boolean(draggedRow.compareDocumentPosition(row) & Node.DOCUMENT_POSITION_FOLLOWING)
  const place = Object.assign(document.createElement('input'), { type: 'hidden' })
  place.name = down ? 'behind' : 'before'
  place.value = idOf(row) ?? ''
  form.append(place)
  if (row !== draggedRow) form.submit()
})

document.addEventListener('dragend', () => {
  dragged = null
  mark(null)
})

export {}
