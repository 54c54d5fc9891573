import type { Field } from '#assembly/template/template.ts'
import type { ControlProps } from './field-control.ts'

interface Props extends Pick<ControlProps, 'id' | 'ariaProps' | 'autoFocus'> {
  field: Field
  text: string
  /** The language, if there is a box for each language. */
  label?: string
  labelledBy?: string
  lang?: string
  write: (text: string) => void
  enter: () => void
  /** Reports whether an input method is composing. */
  compose: (composing: boolean) => void
}

/** One box of a text field. */
export function TextBox(props: Props) {
  const { field, id, ariaProps, autoFocus, text, label, labelledBy, lang, write, enter, compose } = props
  const invalid = ariaProps['aria-invalid']
  const common = {
    ...ariaProps,
    id,
    lang,
    autoFocus,
    value: text,
    'aria-labelledby': labelledBy,
    onFocus: enter,
    onCompositionStart: () => compose(true),
    onCompositionEnd: () => compose(false),
  }
  return (
    <>
      {label && (
        <span id={`${id}-side`} className="text-base-content/70 text-xs">
          {label}
        </span>
      )}
      {field.type === 'longtext' ? (
        <textarea
          {...common}
          rows={3}
          className={`textarea textarea-sm w-full ${invalid ? 'textarea-error' : ''}`}
          onChange={(event) => write(event.target.value)}
        />
      ) : (
        <input
          {...common}
          type="text"
          autoComplete="off"
          className={`input input-sm w-full ${invalid ? 'input-error' : ''}`}
          onChange={(event) => write(event.target.value)}
        />
      )}
    </>
  )
}
