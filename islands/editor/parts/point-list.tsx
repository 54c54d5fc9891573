import { useSignals } from '@preact/signals-react/runtime'
import { useEditor } from '../state/editor-state.ts'
import { goToPoint } from '../state/go-to-point.ts'
import { pointKey } from '../state/points.ts'
import { useWords } from '../words.ts'
import { pointPlace } from './place-words.ts'
import { pointWords } from './problems.ts'

/** Everything that is open, each with its place and as a way to it. */
export function PointList({ close }: { close: () => void }) {
  useSignals()
  const t = useWords()
  const editor = useEditor()
  return (
    <ul
      id="point-list"
      className="absolute bottom-full left-2 z-30 mb-1 max-h-[50dvh] w-[36rem] max-w-[calc(100vw-1rem)] overflow-y-auto rounded-box border border-base-300 bg-base-100 p-1 shadow-md"
    >
      {editor.tree.value.open.map((point) => (
        <li key={pointKey(point)}>
          <button
            type="button"
            onClick={() => {
              close()
              goToPoint(editor, point)
            }}
            className="grid w-full gap-x-3 rounded-field px-2 py-1 text-left hover:bg-base-200 sm:grid-cols-[14rem_1fr]"
          >
            <span className="font-medium">{pointPlace(t, editor, point)}</span>
            <span className="text-base-content/75">{pointWords(t, point)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
