import { useSignals } from '@preact/signals-react/runtime'
import type { FocusEvent, KeyboardEvent } from 'react'
import { isComposing } from '#views/language/composing.ts'
import { openBlank } from '../fields/blanks.ts'
import { FieldInput } from '../fields/field-input.tsx'
import { adjacentBlank, closeBlank } from '../fields/leave-blank.ts'
import { endUndoStep, type OpenBlank, useEditor } from '../state/editor-state.ts'
import { lookupOf } from '../state/lookup.ts'
import { interfaceLang } from '../words.ts'

/** A blank that is open for input within the text. Enter and Esc close it; Tab moves to the next blank. */
export function InlineBlank({ field: id, blank }: { field: string; blank: OpenBlank }) {
  useSignals()
  const editor = useEditor()
  const field = lookupOf(editor.template).fields.get(id)
  if (!field) return null
  const onKeyDown = (event: KeyboardEvent) => {
    // The Enter that ends the composition of an input method chooses a character and must not close the
    // blank.
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'Escape') return stop(event, () => closeBlank(editor, blank))
    const isMultiline = event.target instanceof HTMLTextAreaElement && !event.ctrlKey && !event.metaKey
    if (event.key === 'Enter' && !isMultiline && !(event.target instanceof HTMLButtonElement)) {
      return stop(event, () => closeBlank(editor, blank))
    }
    if (event.key !== 'Tab' || !isAtEdge(event)) return
    const next = adjacentBlank(blank, event.shiftKey ? -1 : 1)
    stop(event, () => (next ? openBlank(editor, next) : closeBlank(editor, blank)))
  }
  const onBlur = (event: FocusEvent<HTMLElement>) => {
    if (event.currentTarget.contains(event.relatedTarget)) return
    endUndoStep(editor)
    if (event.relatedTarget && isOpen(editor.blank.value, blank)) editor.blank.value = null
  }
  const { clause, side, index } = blank
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: notices that the cursor has left the boxes inside
    <span
      lang={interfaceLang(editor.locale)}
      data-blank={`${clause} ${side} ${index}`}
      onBlur={onBlur}
      className="my-1 inline-block w-72 max-w-full rounded-box border border-info bg-base-100 p-2 align-top shadow-md"
    >
      <FieldInput
        field={field}
        answers={editor.answers.value}
        id={`blank-${id}`}
        onKeyDown={onKeyDown}
        autoFocus
      />
    </span>
  )
}

function stop(event: KeyboardEvent, act: () => void) {
  event.preventDefault()
  event.stopPropagation()
  act()
}

/**
 * Whether Tab would leave the boxes of this blank. The buttons of the blank are skipped, because the side
 * panel has them too.
 */
function isAtEdge(event: KeyboardEvent): boolean {
  const boxes = [...event.currentTarget.querySelectorAll('input, select, textarea')]
  return event.target === (event.shiftKey ? boxes[0] : boxes.at(-1))
}

function isOpen(openBlank: OpenBlank | null, blank: OpenBlank): boolean {
  return (
    openBlank?.clause === blank.clause && openBlank.side === blank.side && openBlank.index === blank.index
  )
}
