import { useSignals } from '@preact/signals-react/runtime'
import type { Side } from '#modules/documents/assembly/answers.ts'
import type { FieldValue } from '#modules/documents/assembly/template/template.ts'
import { useEditor } from '../state/editor-state.ts'
import { sideLang, useWords } from '../words.ts'
import type { ControlProps } from './field-control.ts'

/** A text, one for both sides or one for each: names and descriptions seldom read the same in two languages. */
export function TwinTextInput(props: ControlProps) {
  useSignals()
  const t = useWords()
  const { languages } = useEditor().answers.value
  const { value, put, id } = props
  const twin = isTwin(value) ? value : null
  const text = typeof value === 'string' ? value : ''
  if (!languages.bilingual && !twin)
    return <TextBox {...props} text={text} write={(next) => put(next || undefined)} />
  const write = (side: Side, next: string) => {
    const both = { ...(twin ?? { zh: text, en: text }), [side]: next }
    put(both.zh || both.en ? both : undefined)
  }
  return (
    <>
      {twin ? (
        (['zh', 'en'] as const).map((side) => (
          <TextBox
            key={side}
            {...props}
            id={side === languages.primary ? id : `${id}-${side}`}
            autoFocus={props.autoFocus && side === languages.primary}
            label={t(`side.${side}`)}
            lang={sideLang(side, languages.script)}
            text={twin[side]}
            write={(next) => write(side, next)}
          />
        ))
      ) : (
        <TextBox {...props} text={text} write={(next) => put(next || undefined)} />
      )}
      <button
        type="button"
        className="btn btn-ghost btn-xs justify-self-start"
        onClick={() => put(twin ? twin[languages.primary] || twin.zh || twin.en : { zh: text, en: text })}
      >
        {t(twin ? 'sameInBoth' : 'apartInBoth')}
      </button>
    </>
  )
}

function isTwin(value: FieldValue | undefined): value is { zh: string; en: string } {
  return typeof value === 'object' && 'zh' in value
}

interface BoxProps extends ControlProps {
  text: string
  label?: string
  lang?: string
  write: (text: string) => void
}

function TextBox({ field, id, described, autoFocus, text, label, lang, write }: BoxProps) {
  const invalid = described['aria-invalid']
  const common = {
    ...described,
    ...{ id, lang, autoFocus, value: text },
    placeholder: label,
    'aria-label': label,
  }
  if (field.type === 'longtext') {
    return (
      <textarea
        {...common}
        rows={3}
        className={`textarea textarea-sm w-full ${invalid ? 'textarea-error' : ''}`}
        onChange={(event) => write(event.target.value)}
      />
    )
  }
  return (
    <input
      {...common}
      type="text"
      autoComplete="off"
      className={`input input-sm w-full ${invalid ? 'input-error' : ''}`}
      onChange={(event) => write(event.target.value)}
    />
  )
}
