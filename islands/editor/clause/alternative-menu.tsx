import { useSignals } from '@preact/signals-react/runtime'
import { useRef, useState } from 'react'
import type { Clause } from '#assembly/template/template.ts'
import { WhenLoaded } from '../parts/when-loaded.tsx'
import { useEditor } from '../state/editor-state.ts'
import { useWords } from '../words.ts'
import { wordingsOf } from './alternatives.tsx'

/** Lists the alternatives of a clause with the beginning of each text, and lets one be chosen. */
export function AlternativeMenu({ clause, number }: { clause: Clause; number: string }) {
  useSignals()
  const t = useWords()
  const editor = useEditor()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const wordings = wordingsOf(t, editor, clause)
  const { alternative: chosen = '', custom } = editor.answers.value.clauses[clause.id] ?? {}
  const at = Math.max(
    0,
    wordings.findIndex(({ id }) => id === chosen),
  )
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  const label = t('alternativeOf', { n: at + 1, m: wordings.length })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: notices that the focus has left the list
    <div
      className="relative"
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setOpen(false)}
    >
      <button
        type="button"
        id={`alternatives-${clause.id}`}
        ref={button}
        title={label}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="h-7 min-w-7 rounded-field px-1 text-accent text-xs hover:bg-base-200"
      >
        {`${at + 1}/${wordings.length}`}
        <span aria-hidden="true"> ▾</span>
        <span className="sr-only">{` ${label}`}</span>
      </button>
      {open && (
        <WhenLoaded>
          {({ WordingList }) => (
            <WordingList
              clause={clause}
              number={number}
              wordings={wordings}
              at={at}
              close={close}
              chosen={!custom}
            />
          )}
        </WhenLoaded>
      )}
    </div>
  )
}
