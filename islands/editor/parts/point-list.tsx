import { useSignals } from '@preact/signals-react/runtime'
import { canConfirm, needsReason } from '#assembly/confirmation/confirmation.ts'
import { focusSoon } from '#views/focus.ts'
import { confirmAsIs } from '../clause/clause-actions.ts'
import { useEditor } from '../state/editor-state.ts'
import { goToPoint } from '../state/go-to-point.ts'
import { pointKey } from '../state/points.ts'
import { useWords } from '../words.ts'
import { PlaceNames } from './place-name.tsx'
import { pointPlace } from './place-words.ts'
import { confirmWords, pointWords } from './problems.ts'
import { TextTool } from './tool.tsx'

const focusFirst = (list: HTMLElement | null) => list?.querySelector('button')?.focus()

/** Lists all open points with their places. Each is a button that leads to its place. */
export function PointList({ close }: { close: () => void }) {
  useSignals()
  const t = useWords()
  const editor = useEditor()
  return (
    <ul
      id="point-list"
      ref={focusFirst}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        close()
        focusSoon('show-points')
      }}
      className="no-print max-h-[40dvh] shrink-0 overflow-y-auto border-base-300 border-t bg-base-100 p-2 text-sm"
    >
      {editor.open.value.map((point) => (
        <li key={pointKey(point)} className="flex flex-wrap items-center">
          <button
            type="button"
            onClick={() => {
              close()
              goToPoint(editor, point)
            }}
            className="grid min-w-60 flex-1 gap-x-3 rounded-field px-2 py-1 text-left hover:bg-base-200 sm:grid-cols-[20rem_1fr]"
          >
            <span className="font-medium">
              <PlaceNames names={pointPlace(t, editor, point)} />
            </span>
            <span className="text-base-content/75">{pointWords(t, editor.locale, point)}</span>
          </button>
          {canConfirm(point) && !needsReason(point) && (
            <TextTool act={() => void confirmAsIs(editor, point)}>{t(confirmWords(point))}</TextTool>
          )}
        </li>
      ))}
    </ul>
  )
}
