import { useSignals } from '@preact/signals-react/runtime'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { Clause, Twin } from '#modules/documents/assembly/template/template.ts'
import { Icon } from '#views/icons.tsx'
import { useEditor } from '../state/editor-state.ts'
import { sideLang, sideToRead, useWords, wordsIn } from '../words.ts'
import { choose } from './clause-actions.ts'
import { readable, tokensOf } from './tokens.ts'

/** The wordings of a clause as a list: which one stands, how each begins, and choosing another. */
export function AlternativeMenu({ clause, number }: { clause: Clause; number: string }) {
  useSignals()
  const t = useWords()
  const editor = useEditor()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const wordings: { id: string; label: string; text: Twin }[] = [
    { id: '', label: t('standard'), text: clause.text },
    ...(clause.alternatives ?? []).map(({ id, label, text }) => ({
      ...{ id, text },
      label: wordsIn(label, editor.locale),
    })),
  ]
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
        <div
          ref={bringIntoView}
          role="menu"
          aria-label={t('wordingsOf', { number })}
          tabIndex={-1}
          onKeyDown={(event) => onMenuKey(event, close)}
          className="absolute top-full right-0 z-30 grid w-72 max-w-[80vw] gap-0.5 rounded-box border border-base-300 bg-base-100 p-1 text-sm shadow-md"
        >
          {wordings.map((wording, index) => (
            <Wording
              key={wording.id}
              {...wording}
              current={index === at && !custom}
              first={index === at}
              pick={() => {
                choose(editor, clause.id, wording.id || null)
                close()
              }}
            />
          ))}
        </div>
      )}
    </div>
  )
}

function bringIntoView(menu: HTMLElement | null) {
  menu?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
}

interface WordingProps {
  label: string
  text: Twin
  current: boolean
  first: boolean
  pick: () => void
}

function Wording({ label, text, current, first, pick }: WordingProps) {
  useSignals()
  const t = useWords()
  const editor = useEditor()
  const { sides, languages } = editor.tree.value
  const side = sideToRead(editor.locale, sides)
  return (
    <button
      type="button"
      role="menuitemradio"
      aria-checked={current}
      // biome-ignore lint/a11y/noAutofocus: a list that is opened is walked through by its keys
      autoFocus={first}
      tabIndex={-1}
      onClick={pick}
      className="flex items-start gap-1.5 rounded-field px-2 py-1.5 text-left hover:bg-base-200 focus-visible:bg-base-200"
    >
      <Icon name="check" className={`mt-0.5 size-4 shrink-0 ${current ? '' : 'invisible'}`} />
      <span className="min-w-0">
        <span className="block">{label}</span>
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

function onMenuKey(event: KeyboardEvent<HTMLElement>, close: () => void) {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="menuitemradio"]')]
  const at = items.indexOf(document.activeElement as HTMLElement)
  const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }
  const to = steps[event.key]
  if (event.key === 'Tab') return close()
  if (event.key !== 'Escape' && to === undefined) return
  event.preventDefault()
  event.stopPropagation()
  if (to === undefined) close()
  else items.at(to % items.length)?.focus()
}
