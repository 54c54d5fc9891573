import { type ComponentProps, createContext, type ReactNode, useContext } from 'react'
import type { MessageKey } from './language/messages.ts'
import { useTranslations } from './language.tsx'

/** Values for the placeholders in a form's problem messages, for example the seconds to wait. */
export const ProblemDetails = createContext<Record<string, string | number>>({})

export interface FieldProps {
  name: string
  label: string
  /** Submitted values, by field name. */
  values?: Record<string, string>
  /** Locale keys of the problems, by field name. */
  problems?: Record<string, MessageKey>
  hint?: string
  required?: boolean
}

interface FrameProps extends FieldProps {
  children: ReactNode
}

/** A label, its control, and below it the problem or, if there is none, the hint. */
export function FieldFrame({ name, label, problems, hint, required, children }: FrameProps) {
  return (
    <div className="fieldset content-start py-1">
      <label htmlFor={name} className="text-base-content text-sm">
        {label}
        {required && (
          <span className="text-base-content/70" aria-hidden="true">
            {' *'}
          </span>
        )}
      </label>
      {children}
      <FieldNote name={name} problem={problems?.[name]} hint={hint} />
    </div>
  )
}

export function FieldNote({ name, problem, hint }: { name: string; problem?: MessageKey; hint?: string }) {
  const t = useTranslations()
  const details = useContext(ProblemDetails)
  if (problem)
    return (
      <p
        id={`${name}-note`}
        role="alert"
        // Only the problem of a missing value can be seen to be corrected in the browser; all others are
        // marked as changed.
        data-changed={problem.endsWith('.required') ? undefined : t('common.changed')}
        className="text-error text-sm"
      >
        {t(problem, details)}
      </p>
    )
  if (hint)
    return (
      <p id={`${name}-note`} className="max-w-prose text-base-content/75 text-xs">
        {hint}
      </p>
    )
  return null
}

/** The attributes that link a control to its note and report its state. */
export function described({ name, problems, hint, required }: FieldProps) {
  return {
    id: name,
    name,
    required,
    'aria-invalid': problems?.[name] ? true : undefined,
    'aria-describedby': problems?.[name] || hint ? `${name}-note` : undefined,
  } as const
}

type InputProps = FieldProps & Omit<ComponentProps<'input'>, 'name' | 'required'>

export function TextField(props: InputProps) {
  const { name, label, values, problems, hint, required, ...input } = props
  const invalid = problems?.[name] ? 'input-error' : ''
  return (
    <FieldFrame name={name} label={label} problems={problems} hint={hint} required={required}>
      <input
        {...described(props)}
        type="text"
        defaultValue={values?.[name]}
        className={`input w-full ${invalid}`}
        {...input}
      />
    </FieldFrame>
  )
}

type FileProps = FieldProps & Omit<ComponentProps<'input'>, 'name' | 'required' | 'type'>

export function FileField(props: FileProps) {
  const { name, label, values: _, problems, hint, required, className, ...input } = props
  return (
    <FieldFrame name={name} label={label} problems={problems} hint={hint} required={required}>
      <FileInput
        {...described(props)}
        {...input}
        className={`${className ?? ''} ${problems?.[name] ? 'input-error' : ''}`}
      />
    </FieldFrame>
  )
}

/**
 * A transparent file input of the browser lies over a button in the language of the page, because the
 * browser's button has the browser's language. The page script shows the names of the chosen files; without
 * scripts the browser's button is visible.
 */
export function FileInput({ className, ...input }: Omit<ComponentProps<'input'>, 'type'>) {
  const t = useTranslations('common.file')
  return (
    <span className={`input relative flex w-full ${className ?? ''}`}>
      <input
        {...input}
        type="file"
        className="absolute inset-0 z-1 cursor-pointer opacity-0 [@media(scripting:none)]:static [@media(scripting:none)]:opacity-100"
      />
      <span aria-hidden="true" className="btn btn-sm -ms-2 [@media(scripting:none)]:hidden">
        {t(input.multiple ? 'chooseSeveral' : 'choose')}
      </span>
      <span
        aria-hidden="true"
        data-file-names={t('none')}
        className="truncate [@media(scripting:none)]:hidden"
      >
        {t('none')}
      </span>
    </span>
  )
}

/** Never shows a submitted password again. */
export function PasswordField(props: InputProps) {
  return <TextField {...props} type="password" values={undefined} />
}

type SelectProps = FieldProps & {
  options: { value: string; label: string; lang?: string }[]
  autoFocus?: boolean
}

export function SelectField(props: SelectProps) {
  const { name, label, values, problems, hint, required, options, autoFocus } = props
  const invalid = problems?.[name] ? 'select-error' : ''
  return (
    <FieldFrame name={name} label={label} problems={problems} hint={hint} required={required}>
      <select
        {...described(props)}
        defaultValue={values?.[name]}
        // biome-ignore lint/a11y/noAutofocus: the person has just opened this form
        autoFocus={autoFocus}
        className={`select w-full ${invalid}`}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} lang={option.lang}>
            {option.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}

interface CheckProps extends Omit<FieldProps, 'label'> {
  /** The checkbox group whose problem is shown at each of its boxes. */
  group?: string
  children: ReactNode
}

export function CheckField(props: CheckProps) {
  const { name, values, problems, group, children } = props
  const isOfGroup = group !== undefined && problems?.[group] !== undefined
  return (
    <div className="py-1">
      <label className="flex items-start gap-2 text-sm">
        <input
          {...described({ ...props, label: '' })}
          {...(isOfGroup && { 'aria-invalid': true, 'aria-describedby': `${group}-note` })}
          required={false}
          type="checkbox"
          value="yes"
          defaultChecked={values?.[name] === 'yes'}
          className="checkbox checkbox-sm"
        />
        <span className="pt-0.5">{children}</span>
      </label>
      <FieldNote name={name} problem={problems?.[name]} />
    </div>
  )
}

interface CheckGroupProps extends Omit<FieldProps, 'hint' | 'required'> {
  boxes: readonly { name: string; words: ReactNode }[]
  /** Whether to use two columns if there is room. */
  isLong?: boolean
}

/** Checkboxes of which at least one must be ticked. */
export function CheckGroup({ name, label, boxes, isLong, ...props }: CheckGroupProps) {
  const problem = props.problems?.[name]
  return (
    <fieldset className="py-2" aria-describedby={problem && `${name}-note`}>
      <legend className="text-sm">{label}</legend>
      <FieldNote name={name} problem={problem} />
      <div className={isLong ? 'sm:columns-2' : undefined}>
        {boxes.map((box) => (
          <div key={box.name} className="break-inside-avoid">
            <CheckField name={box.name} group={name} {...props}>
              {box.words}
            </CheckField>
          </div>
        ))}
      </div>
    </fieldset>
  )
}

/** A problem of the form as a whole. */
export function FormProblem({
  problem,
  values,
}: {
  problem?: MessageKey
  values?: Record<string, string | number>
}) {
  const t = useTranslations()
  if (!problem) return null
  return (
    <p role="alert" className="alert alert-error alert-soft text-sm">
      {t(problem, values)}
    </p>
  )
}

type WordsProps = FieldProps & { rows: number; maxLength: number; lang?: string }

/** A field for several paragraphs. */
export function WordsField({ rows, maxLength, lang, ...field }: WordsProps) {
  return (
    <FieldFrame {...field}>
      <textarea
        {...described(field)}
        rows={rows}
        maxLength={maxLength}
        lang={lang}
        defaultValue={field.values?.[field.name]}
        className={`textarea w-full ${field.problems?.[field.name] ? 'textarea-error' : ''}`}
      />
    </FieldFrame>
  )
}
