/** Reorders rows by dragging. Each move submits the form of the row's menu with the new position. */

const MARK = ['outline-2', '-outline-offset-2', 'outline-primary']

let draggedHandle: HTMLElement | null = null
let markedRow: HTMLTableRowElement | null = null

function mark(row: HTMLTableRowElement | null) {
  if (row === markedRow) return
  markedRow?.classList.remove(...MARK)
  row?.classList.add(...MARK)
  markedRow = row
}

/** The row under the pointer on which the dragged row can be dropped. */
function rowAt(event: DragEvent): HTMLTableRowElement | null {
  const row = event.target instanceof Element ? event.target.closest<HTMLTableRowElement>('tbody tr') : null
  return row && draggedHandle && row.closest('[data-reorder]')?.contains(draggedHandle) ? row : null
}

const idOf = (row: Element) => row.querySelector<HTMLElement>('[data-drags]')?.dataset.drags

document.addEventListener('dragstart', (event) => {
  const handle = event.target instanceof Element && event.target.closest<HTMLElement>('[data-drags]')
  if (!handle) return
  draggedHandle = handle
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
  const form =
    draggedHandle && document.querySelector<HTMLFormElement>(`[data-moves="${draggedHandle.dataset.drags}"]`)
  if (!row || !form) return
  event.preventDefault()
  const draggedRow = draggedHandle!.closest('tr')!
  const isDown = Boolean(draggedRow.compareDocumentPosition(row) & Node.DOCUMENT_POSITION_FOLLOWING)
  const neighbourField = Object.assign(document.createElement('input'), { type: 'hidden' })
  neighbourField.name = isDown ? 'behind' : 'before'
  neighbourField.value = idOf(row) ?? ''
  form.append(neighbourField)
  if (row !== draggedRow) form.submit()
})

document.addEventListener('dragend', () => {
  draggedHandle = null
  mark(null)
})

export {}
