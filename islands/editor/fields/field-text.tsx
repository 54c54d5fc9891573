import { useSignals } from '@preact/signals-react/runtime'
import { useRef, useState } from 'react'
import type { Answers, LanguageChoice, Side } from '#assembly/answers.ts'
import { confirmText, sameText, writeText } from '#assembly/edit.ts'
import type { FieldValue, Template, TextTwin } from '#assembly/template/template.ts'
import { asTwin, opposite, sideWithout } from '#assembly/twins.ts'
import { focusSoon } from '#views/focus.ts'
import { TextTool } from '../parts/tool.tsx'
import { change, useEditor } from '../state/editor-state.ts'
import { sideLang, useWords } from '../words.ts'
import type { ControlProps, TwinWriter } from './field-control.ts'
import { TextBox } from './text-box.tsx'
import { TwinNote } from './twin-note.tsx'

/** A text: one box while it is equal in both languages, otherwise one box for each language. */
export function TwinTextInput(props: ControlProps) {
  useSignals()
  const t = useWords()
  const editor = useEditor()
  const { languages } = editor.answers.value
  const { value, setValue, id, field } = props
  const [isComposingText, setIsComposingText] = useState(false)
  const { first, apart } = useSides(value, languages, isComposingText)
  const answersAtFocus = useRef<Answers>(editor.answers.value)
  const twin = asTwin(value)
  const needsTwoBoxes = isTwin(value) || apart
  const writer: TwinWriter = props.cell ?? fieldWriter(field.id)
  const point = editor.tree.value.open.find(({ at, problem }) => at === writer.at && problem)
  const edit = (make: (current: Answers, template: Template) => Answers, about?: string) =>
    change(editor, make, about)
  const write = (side: Side, next: string) => {
    if (!isTwin(value) && side === first) return setValue(next || undefined)
    edit(
      (current, template) => writer.write(current, template, side, next, answersAtFocus.current),
      `field.${writer.at}`,
    )
  }
  const editAndFocus = (make: TwinWriter['makeEqual']) => {
    edit(make)
    focusSoon(id)
  }
  const box = (side: Side, boxId: string) => (
    <TextBox
      key={boxId}
      field={field}
      id={boxId}
      autoFocus={props.autoFocus && boxId === id}
      ariaProps={boxId === id ? props.ariaProps : { 'aria-describedby': point && `${id}-twin` }}
      labelledBy={needsTwoBoxes ? `${id}-label ${boxId}-side` : undefined}
      label={needsTwoBoxes ? t(`side.${side}`) : undefined}
      lang={needsTwoBoxes ? sideLang(side, languages.script) : undefined}
      text={isTwin(value) || side !== first ? twin[side] : textOf(value)}
      write={(next) => write(side, next)}
      enter={() => {
        answersAtFocus.current = editor.answers.value
      }}
      compose={setIsComposingText}
    />
  )
  return (
    <>
      {box(first, id)}
      {needsTwoBoxes && box(opposite(first), `${id}-${opposite(first)}`)}
      {point?.kind === 'required' && needsTwoBoxes && (
        <TwinNote id={`${id}-twin`} words={t(`problem.${point.problem!}`)} />
      )}
      {point?.kind === 'stale' && (
        <TwinNote id={`${id}-twin`} words={t(`problem.${point.problem!}`)}>
          <TextTool act={() => editAndFocus(writer.confirm)}>{t('confirm')}</TextTool>
        </TwinNote>
      )}
      {languages.bilingual && !needsTwoBoxes && (!props.cell || value !== undefined) && (
        <div>
          <TextTool act={() => setValue({ zh: textOf(value), en: textOf(value) })}>
            {t('apartInBoth')}
          </TextTool>
        </div>
      )}
      {needsTwoBoxes && (twin.zh !== twin.en || !twin.zh) && (
        <div>
          <TextTool act={() => editAndFocus(writer.makeEqual)}>{t('sameInBoth')}</TextTool>
        </div>
      )}
    </>
  )
}

const fieldWriter = (id: string): TwinWriter => ({
  write: (current, template, side, text, answersAtFocus) =>
    writeText(current, template, id, side, text, answersAtFocus),
  confirm: (current, template) => confirmText(current, template, id),
  makeEqual: (current, template) => sameText(current, template, id),
  at: id,
})

/**
 * The language of the first box, and whether a second box is needed. Nothing changes while an input method
 * is composing, or after the user has begun to type in the second box.
 */
function useSides(
  value: FieldValue | undefined,
  { primary, bilingual }: LanguageChoice,
  isComposingText: boolean,
): { first: Side; apart: boolean } {
  const sides = useRef<{ first: Side; apart: boolean }>({ first: primary, apart: false })
  if (!isTwin(value) && !isComposingText) {
    const sideToAdd = bilingual ? sideWithout(textOf(value)) : null
    sides.current = { first: sideToAdd ? opposite(sideToAdd) : primary, apart: sideToAdd !== null }
  }
  return sides.current
}

const textOf = (value: FieldValue | undefined): string => (typeof value === 'string' ? value : '')

function isTwin(value: FieldValue | undefined): value is TextTwin {
  return typeof value === 'object' && 'zh' in value
}
