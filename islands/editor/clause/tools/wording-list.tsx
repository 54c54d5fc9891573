import { useSignals } from '@preact/signals-react/runtime'
import type { Clause } from '#assembly/template/template.ts'
import { Icon } from '#views/icons.tsx'
import { onMenuKey } from '../../menu/menu-keys.ts'
import { PositionNote } from '../../position/position-note.tsx'
import { useEditor, type Wording } from '../../state/editor-state.ts'
import { sideLang, sideToRead, useWords } from '../../words.ts'
import { choose } from '../clause-actions.ts'
import { readable, tokensOf } from '../tokens.ts'

interface WordingListProps {
  clause: Clause
  /** The name of the clause. */
  clauseName: string
  wordings: Wording[]
  /** The index of the chosen wording. */
  chosenIndex: number
  /** False if a custom text replaces the wording. */
  isChosenInForce: boolean
  close: () => void
}

/** The list of wordings to choose from, with keyboard navigation. */
export function WordingList({
  clause,
  clauseName,
  wordings,
  chosenIndex,
  isChosenInForce,
  close,
}: WordingListProps) {
  const t = useWords()
  const editor = useEditor()
  return (
    <div
      ref={bringIntoView}
      role="menu"
      aria-label={t('wordingsOf', { place: clauseName })}
      tabIndex={-1}
      onKeyDown={(event) => onMenuKey(event, close)}
      className="absolute top-full right-0 z-30 grid w-72 max-w-[80vw] gap-0.5 rounded-box border border-base-300 bg-base-100 p-1 text-sm shadow-md"
    >
      {wordings.map((wording, index) => (
        <WordingItem
          key={wording.id}
          {...wording}
          isCurrent={index === chosenIndex && isChosenInForce}
          isFirst={index === chosenIndex}
          pick={() => {
            choose(editor, clause.id, wording.id || null)
            close()
          }}
        />
      ))}
    </div>
  )
}

function bringIntoView(menu: HTMLElement | null) {
  menu?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
}

interface WordingProps extends Omit<Wording, 'id'> {
  isCurrent: boolean
  isFirst: boolean
  pick: () => void
}

function WordingItem({ label, text, isCurrent, isFirst, pick, ...position }: WordingProps) {
  useSignals()
  const t = useWords()
  const editor = useEditor()
  const { sides, languages } = editor.tree.value
  const side = sideToRead(editor.locale, sides)
  return (
    <button
      type="button"
      role="menuitemradio"
      aria-checked={isCurrent}
      // biome-ignore lint/a11y/noAutofocus: an opened list is navigated by keys
      autoFocus={isFirst}
      tabIndex={-1}
      onClick={pick}
      className="flex items-start gap-1.5 rounded-field px-2 py-1.5 text-left hover:bg-base-200 focus-visible:bg-base-200"
    >
      <Icon name="check" className={`mt-0.5 size-4 shrink-0 ${isCurrent ? '' : 'invisible'}`} />
      <span className="min-w-0">
        <span className="block">{label}</span>
        <PositionNote {...position} />
        <span
          lang={sideLang(side, languages.script)}
          className="line-clamp-2 font-serif text-base-content/70 text-xs"
        >
          {readable(tokensOf(t, editor, side), text[side])}
        </span>
      </span>
    </button>
  )
}
