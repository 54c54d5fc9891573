import { useSignals } from '@preact/signals-react/runtime'
import type { Clause } from '#assembly/template/template.ts'
import { MenuButton } from '../../menu/menu-button.tsx'
import { useEditor } from '../../state/editor-state.ts'
import { useWords } from '../../words.ts'
import { wordingsOf } from '../alternatives.tsx'
import { WordingList } from './wording-list.tsx'

/** Lists the alternatives of a clause with the beginning of each text, and lets one be chosen. */
export function AlternativeMenu({ clause, clauseName }: { clause: Clause; clauseName: string }) {
  useSignals()
  const t = useWords()
  const editor = useEditor()
  const wordings = wordingsOf(t, editor, clause)
  const { alternative: chosen = '', custom } = editor.answers.value.clauses[clause.id] ?? {}
  const chosenIndex = Math.max(
    0,
    wordings.findIndex(({ id }) => id === chosen),
  )
  return (
    <MenuButton
      id={`alternatives-${clause.id}`}
      label={t('alternativeOf', { place: clauseName, n: chosenIndex + 1, m: wordings.length })}
      className="h-7 min-w-7 rounded-field px-1 text-accent text-xs hover:bg-base-200"
      menu={(close) => (
        <WordingList
          clause={clause}
          clauseName={clauseName}
          wordings={wordings}
          chosenIndex={chosenIndex}
          close={close}
          isChosenInForce={!custom}
        />
      )}
    >
      {`${chosenIndex + 1}/${wordings.length} ▾`}
    </MenuButton>
  )
}
