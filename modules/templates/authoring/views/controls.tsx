import { useTranslations } from '#views/language.tsx'
import { dotted } from '../forms/values.ts'
import { Faults, useFaulty, usePart } from './part-context.tsx'

interface TextProps {
  name: string
  label: string
  lang?: string
  rows?: number
  hint?: string
}

/** A text in one language; several lines high if it is a sentence. */
export function Text({ name, label, lang, rows = 1, hint }: TextProps) {
  const { values } = usePart()
  const { isFaulty, attributes } = useFaulty(name)
  const attributesOfBoth = { id: name, name, lang, defaultValue: values[name], ...attributes }
  return (
    <div className="fieldset content-start py-1">
      <label htmlFor={name} className="text-base-content text-sm">
        {label}
      </label>
      {rows > 1 ? (
        <textarea
          {...attributesOfBoth}
          rows={rows}
          className={`textarea w-full font-serif text-base leading-relaxed ${isFaulty ? 'textarea-error' : ''}`}
        />
      ) : (
        <input
          {...attributesOfBoth}
          type="text"
          className={`input w-full ${isFaulty ? 'input-error' : ''}`}
        />
      )}
      {hint && <p className="text-base-content/75 text-xs">{hint}</p>}
      <Faults name={name} />
    </div>
  )
}

interface PairProps {
  /** '' if the part consists of this text. */
  name: string
  /** The label without the language. */
  label: string
  rows?: number
  /** Which languages the labels name: those of a document, or those of the pages. */
  sides?: 'document' | 'page'
  hint?: string
}

/** A text in Chinese and English, side by side. */
export function Pair({ name, label, rows, sides = 'document', hint }: PairProps) {
  const t = useTranslations('authoring')
  const { faults } = usePart()
  const keys = sides === 'document' ? ['zh', 'en'] : ['zh_CN', 'en_US']
  return (
    <>
      <div className="grid gap-x-6 md:grid-cols-2">
        {keys.map((key, index) => (
          <Text
            key={key}
            name={dotted(name, key)}
            label={t(index ? 'english' : 'chinese', { label })}
            lang={index ? 'en' : 'zh-Hans'}
            rows={rows}
          />
        ))}
      </div>
      {hint && <p className="text-base-content/75 text-xs">{hint}</p>}
      {name && faults.has(name) && <Faults name={name} />}
    </>
  )
}

interface ChoiceProps {
  name: string
  label: string
  options: readonly { value: string; label: string }[]
  /** The text for "no choice"; without it the user has to choose. */
  none?: string
  hint?: string
}

export function Choice({ name, label, options, none, hint }: ChoiceProps) {
  const { values } = usePart()
  const { isFaulty, attributes } = useFaulty(name)
  const value = values[name] ?? ''
  const isKnown = !value || options.some((one) => one.value === value)
  return (
    <div className="fieldset content-start py-1">
      <label htmlFor={name} className="text-base-content text-sm">
        {label}
      </label>
      <select
        id={name}
        name={name}
        defaultValue={value}
        className={`select w-full ${isFaulty ? 'select-error' : ''}`}
        {...attributes}
      >
        {none !== undefined && <option value="">{none}</option>}
        {!isKnown && <option value={value}>{value}</option>}
        {options.map((one) => (
          <option key={one.value} value={one.value}>
            {one.label}
          </option>
        ))}
      </select>
      {hint && <p className="text-base-content/75 text-xs">{hint}</p>}
      <Faults name={name} />
    </div>
  )
}

export function Tick({ name, label, hint }: { name: string; label: string; hint?: string }) {
  const { values } = usePart()
  const { attributes } = useFaulty(name)
  return (
    <div className="py-1">
      <label className="flex items-start gap-2 text-sm">
        <input
          id={name}
          name={name}
          type="checkbox"
          value="yes"
          defaultChecked={values[name] === 'yes'}
          className="checkbox checkbox-sm mt-0.5"
          {...attributes}
        />
        <span>
          {label}
          {hint && <span className="block text-base-content/75 text-xs">{hint}</span>}
        </span>
      </label>
      <Faults name={name} />
    </div>
  )
}
