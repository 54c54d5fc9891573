/**
 * Drags a row by its handle. `onOver` gets the id of the row that was last under the pointer, and null at
 * the end. `onDrop` gets the same id, or null if the drag was cancelled or met no row.
 */
export function dragRow(
  table: HTMLElement,
  { onOver, onDrop }: { onOver: (id: string | null) => void; onDrop: (id: string | null) => void },
) {
  const abortController = new AbortController()
  const { signal } = abortController
  let targetId: string | null = null
  const onPointerMove = ({ clientY }: PointerEvent) => {
    const rows = [...table.querySelectorAll<HTMLElement>('[data-signatory]')]
    const row = rows.find((one) => {
      const { top, bottom } = one.getBoundingClientRect()
      return clientY >= top && clientY <= bottom
    })
    targetId = row?.dataset.signatory ?? targetId
    onOver(targetId)
  }
  const end = (id: string | null) => {
    abortController.abort()
    onOver(null)
    onDrop(id)
  }
  addEventListener('pointermove', onPointerMove, { signal })
  addEventListener('pointerup', () => end(targetId), { signal })
  addEventListener('pointercancel', () => end(null), { signal })
}
