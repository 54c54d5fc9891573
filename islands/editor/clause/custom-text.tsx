import { useSignals } from '@preact/signals-react/runtime'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { Answers, Side } from '#assembly/answers.ts'
import { clauseText, writeCustom } from '#assembly/edit.ts'
import { isComposing } from '#views/language/composing.ts'
import { BankDialog } from '../dialogs/bank-dialog.tsx'
import { TextTool } from '../parts/tool.tsx'
import { type CustomTextProps, change, endUndoStep, useEditor } from '../state/editor-state.ts'
import { sideLang, useWords } from '../words.ts'
import { doneWriting } from './clause-actions.ts'
import { MarkLegend } from './mark-legend.tsx'
import { type Tokens, tokensOf } from './tokens.ts'
import { placeName } from './tools/place-name.ts'
import { columnsClass } from './twin.tsx'

/** Edits a clause in both languages. Its blanks and references are shown by name: 〔乙方〕. */
export function CustomText({ node, sides, script }: CustomTextProps) {
  useSignals()
  const t = useWords()
  const editor = useEditor()
  const text = clauseText(editor.answers.value, editor.template, node.id)
  // An added clause without text can be filled from the library.
  const canTakeLibraryText =
    !text.zh &&
    !text.en &&
    editor.template.form === 'contract' &&
    editor.answers.value.added.some(({ id, within }) => id === node.id && !within)
  const [side, setSide] = useState<Side>(sides[0] ?? 'zh')
  const [isChoosing, setIsChoosing] = useState(false)
  const answersAtFocus = useRef<Answers>(editor.answers.value)
  const boxes = useRef<Partial<Record<Side, HTMLTextAreaElement | null>>>({})
  const enter = (enteredSide: Side) => {
    setSide(enteredSide)
    answersAtFocus.current = editor.answers.value
  }
  const write = (writtenSide: Side, next: string) =>
    change(
      editor,
      (answers, template) =>
        writeCustom(answers, template, node.id, writtenSide, next, answersAtFocus.current),
      `text.${node.id}.${writtenSide}`,
    )
  const tokens = { zh: tokensOf(t, editor, 'zh'), en: tokensOf(t, editor, 'en') }
  /** Stores the text of a box, which is joined from the parts before and after the cursor. */
  const storeText = (one: Side, box: HTMLTextAreaElement, textBefore: string, textAfter: string) => {
    const { show, read } = tokens[one]
    const next = read(textBefore + textAfter)
    write(one, next)
    if (show(next) !== box.value) placeCursor(box, show(read(textBefore)).length)
  }
  const insert = (mark: string) => {
    const box = boxes.current[side]
    if (box)
      storeText(side, box, box.value.slice(0, box.selectionStart) + mark, box.value.slice(box.selectionEnd))
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Esc closes from any of the boxes inside
    <div
      className="grid gap-2"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || isComposing(event.nativeEvent)) return
        event.stopPropagation()
        doneWriting(editor)
      }}
    >
      <div className={columnsClass(sides)}>
        {sides.map((one) => (
          <textarea
            key={one}
            id={`text-${node.id}-${one}`}
            ref={(box) => {
              boxes.current[one] = box
            }}
            lang={sideLang(one, script)}
            aria-label={t('textIn', { place: placeName(t, editor, node), side: t(`side.${one}`) })}
            rows={rowsFor(text[one], one)}
            className={`textarea w-full font-serif text-[15px] leading-relaxed ${node.stale === one ? 'textarea-warning' : ''}`}
            value={tokens[one].show(text[one])}
            onKeyDown={(event) => eraseToken(event, tokens[one])}
            onFocus={() => enter(one)}
            onBlur={() => endUndoStep(editor)}
            onChange={({ target }) =>
              storeText(
                one,
                target,
                target.value.slice(0, target.selectionEnd),
                target.value.slice(target.selectionEnd),
              )
            }
          />
        ))}
      </div>
      <MarkLegend text={`${text.zh} ${text.en}`} tokens={tokens[side]} insert={insert} />
      <div className="flex gap-1">
        <TextTool act={() => doneWriting(editor)}>{t('done')}</TextTool>
        {canTakeLibraryText && (
          <TextTool id={`bank-${node.id}`} act={() => setIsChoosing(true)}>
            {t('bank.open')}
          </TextTool>
        )}
      </div>
      {isChoosing && (
        <div className="font-sans">
          <BankDialog clause={node.id} close={() => setIsChoosing(false)} />
        </div>
      )}
    </div>
  )
}

/** Deletes a token as a whole. */
function eraseToken(event: KeyboardEvent<HTMLTextAreaElement>, tokens: Tokens) {
  const { selectionStart: cursor, selectionEnd, value } = event.currentTarget
  if (event.key !== 'Backspace' || isComposing(event.nativeEvent) || cursor !== selectionEnd) return
  const [token = ''] = /〔[^〔〕]*〕$/.exec(value.slice(Math.max(0, cursor - 200), cursor)) ?? []
  if (tokens.read(token) !== token) event.currentTarget.setSelectionRange(cursor - token.length, cursor)
}

function placeCursor(box: HTMLTextAreaElement, cursor: number) {
  requestAnimationFrame(() => {
    box.focus()
    box.setSelectionRange(cursor, cursor)
  })
}

/** The number of rows that the text needs; a Chinese character is as wide as two Latin ones. */
function rowsFor(text: string, side: Side): number {
  const lines = Math.ceil(text.length / (side === 'zh' ? 24 : 48)) + 1
  return Math.min(14, Math.max(4, lines))
}
