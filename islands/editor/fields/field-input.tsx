import { useSignals } from '@preact/signals-react/runtime'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import type { Answers } from '#assembly/answers.ts'
import { clearField, fillField } from '#assembly/edit.ts'
import { answerTo, checkValue, isTextField } from '#assembly/fields.ts'
import { daxie } from '#assembly/numbers/money.ts'
import type { Field, FieldValue } from '#assembly/template/template.ts'
import type { OpenPoint } from '#assembly/tree.ts'
import { WhenLoaded } from '../parts/when-loaded.tsx'
import { change, type EditorState, useEditor } from '../state/editor-state.ts'
import { sideLang, useWords, wordsIn } from '../words.ts'
import { ComputedValue } from './computed-value.tsx'
import { BoxInput } from './field-boxes.tsx'
import type { ControlProps } from './field-control.ts'
import { TwinTextInput } from './field-text.tsx'

interface Props {
  field: Field
  answers: Answers
  /** DOM id of the control; the label and the note refer to it. */
  id: string
  onKeyDown?: (event: KeyboardEvent) => void
  autoFocus?: boolean
}

/** One field with its label, the control for its type, and its problem or hint. */
export function FieldInput({ field, answers, id, onKeyDown, autoFocus }: Props) {
  useSignals()
  const editor = useEditor()
  const t = useWords()
  if (field.computed)
    return (
      <ComputedValue field={field} answers={answers} id={id} onKeyDown={onKeyDown} autoFocus={autoFocus} />
    )
  const value = answerTo(answers, field.id)
  const worstPoint = problemOf(editor, field, value)
  const wordsOf = ({ problem, detail, message }: NonNullable<typeof worstPoint>) =>
    message ? wordsIn(message, editor.locale) : t(`problem.${problem!}`, { detail: detail?.zh ?? '' })
  const hint = field.hint && wordsIn(field.hint, editor.locale)
  const refusal = editor.refused.value?.at === field.id ? editor.refused.value.words : null
  const setValue = (next: FieldValue | undefined) =>
    change(
      editor,
      (answers, template) =>
        next === undefined
          ? clearField(answers, template, field.id)
          : fillField(answers, template, field.id, next),
      `field.${field.id}`,
    )
  const ariaProps = {
    'aria-invalid': worstPoint ? (true as const) : undefined,
    'aria-describedby': worstPoint || refusal || hint ? `${id}-note` : undefined,
    'aria-required': field.required ? (true as const) : undefined,
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only passes on the keys of the control inside
    <div className="grid gap-1 font-sans text-sm" onKeyDown={onKeyDown}>
      <label id={`${id}-label`} htmlFor={field.type === 'table' ? undefined : id} className="font-medium">
        {wordsIn(field.label, editor.locale)}
        {field.required && (
          <span className="text-base-content/70" aria-hidden="true">
            {' *'}
          </span>
        )}
      </label>
      <Control
        field={field}
        id={id}
        setValue={setValue}
        ariaProps={ariaProps}
        autoFocus={autoFocus}
        value={isTextField(field) ? answers.fields[field.id] : value}
      />
      <Note id={`${id}-note`} problem={worstPoint ? wordsOf(worstPoint) : refusal} hint={hint} />
    </div>
  )
}

/**
 * A missing value is reported only after the user has used Finalise or F8; an invalid value, or one that
 * breaks a rule of the template, immediately.
 */
function problemOf(
  editor: EditorState,
  field: Field,
  value: FieldValue | undefined,
): Pick<OpenPoint, 'problem' | 'detail' | 'message'> | null {
  const openPoints = editor.tree.value.open.filter(({ at }) => at === field.id)
  const worstPoint =
    openPoints.find(({ problem }) => problem === 'unprintable') ??
    (value === undefined ? null : (checkValue(field, value) ?? openPoints.find(isReportedHere) ?? null))
  if (worstPoint || !editor.showsMissing.value) return worstPoint
  const isMissing = openPoints.some(({ kind, problem }) => kind === 'required' && !problem)
  return isMissing ? { problem: 'required' } : null
}

/** Points with a message that no box of the field shows: legal limits and inconsistent values. */
const isReportedHere = ({ kind, message, problem }: OpenPoint) =>
  message !== undefined || (kind === 'invalid' && problem !== undefined)

function Note({ id, problem, hint }: { id: string; problem: string | null; hint?: string }) {
  if (!problem && !hint) return null
  return (
    <p
      id={id}
      role={problem ? 'alert' : undefined}
      className={problem ? 'text-error' : 'text-base-content/70 text-xs'}
    >
      {problem ?? hint}
    </p>
  )
}

/** The control for the field's type. */
export function Control(props: ControlProps) {
  switch (props.field.type) {
    case 'table':
      return <WhenLoaded>{({ TableForm }) => <TableForm field={props.field} id={props.id} />}</WhenLoaded>
    case 'text':
    case 'longtext':
      return <TwinTextInput {...props} />
    case 'choice':
      return <ChoiceInput {...props} />
    case 'boolean':
      return <YesNoInput {...props} />
    case 'date':
      return <DateInput {...props} />
    case 'money':
      return (
        <>
          <BoxInput {...props} />
          {!props.hidesCurrency && <InFull value={props.value} />}
        </>
      )
    default:
      return <BoxInput {...props} />
  }
}

function InFull({ value }: { value: FieldValue | undefined }) {
  useSignals()
  const { script } = useEditor().answers.value.languages
  if (typeof value !== 'object' || !('amount' in value)) return null
  return (
    <p lang={sideLang('zh', script)} className="font-serif text-base-content/75 text-xs">
      {daxie(value.amount, value.currency, script)}
    </p>
  )
}

function ChoiceInput(props: ControlProps) {
  const { locale } = useEditor()
  const { field, value, setValue } = props
  return (
    <Menu {...props} chosen={typeof value === 'string' ? value : ''} onChoose={setValue}>
      {field.options?.map((option) => (
        <option key={option.id} value={option.id}>
          {wordsIn(option.label, locale)}
        </option>
      ))}
    </Menu>
  )
}

function YesNoInput(props: ControlProps) {
  const t = useWords()
  const { value, setValue } = props
  return (
    <Menu
      {...props}
      chosen={typeof value === 'boolean' ? String(value) : ''}
      onChoose={(chosen) => setValue(chosen === undefined ? undefined : chosen === 'true')}
    >
      <option value="true">{t('yes')}</option>
      <option value="false">{t('no')}</option>
    </Menu>
  )
}

interface MenuProps extends Pick<ControlProps, 'id' | 'ariaProps' | 'autoFocus'> {
  chosen: string
  onChoose: (chosen: string | undefined) => void
  children: ReactNode
}

function Menu({ id, ariaProps, autoFocus, chosen, onChoose, children }: MenuProps) {
  const t = useWords()
  return (
    <select
      {...ariaProps}
      id={id}
      className="select select-sm w-full"
      // biome-ignore lint/a11y/noAutofocus: the person has opened the box by a click
      autoFocus={autoFocus}
      value={chosen}
      onChange={(event) => onChoose(event.target.value || undefined)}
    >
      <option value="">{t('choose')}</option>
      {children}
    </select>
  )
}

/** Keeps its own text until the date is complete, because a native date box clears an incomplete date. */
function DateInput({ value, id, setValue, ariaProps, autoFocus }: ControlProps) {
  const [shownText, setShownText] = useState<string | null>(null)
  return (
    <input
      {...ariaProps}
      id={id}
      type="date"
      min="1900-01-01"
      max="2199-12-31"
      className="input input-sm w-full"
      // biome-ignore lint/a11y/noAutofocus: the person has opened the box by a click
      autoFocus={autoFocus}
      value={shownText ?? (typeof value === 'string' ? value : '')}
      onChange={(event) => {
        setShownText(event.target.value)
        setValue(event.target.value || undefined)
      }}
      onBlur={() => setShownText(null)}
    />
  )
}
