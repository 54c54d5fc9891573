import { type Fault, isShape } from '#assembly/template/faults.ts'
import { partyLabel } from '#assembly/words.ts'
import { messages } from '#src/core/i18n.ts'
import { dynamicKey } from '#views/language/messages.ts'
import { useLocale, useTranslations } from '#views/language.tsx'
import type { Problem } from '../inspect.ts'

type Props = Problem & {
  fault: Fault
  /** Whether to name the parts as the form does, not as in the source. */
  inForm?: boolean
  /** The names of the parts by their ids. */
  names?: ReadonlyMap<string, string>
}

/** A fault of the parser or the proof, with the printed text and the choices. */
export function FaultWords({ fault, block, text, choices = [], inForm, names }: Props) {
  const t = useTranslations('publishing')
  const isChinese = useLocale().startsWith('zh')
  const words = useFault(fault, inForm)
  const nameOf = (value: string | number) => names?.get(String(value)) ?? value
  const partyOf = (value: string | number) => {
    const label = partyLabel('abcdefghij'.indexOf(String(value)))
    return isChinese ? label.zh : label.en
  }
  const withNames = ([name, value]: [string, string | number]) => [
    name,
    name === 'id' ? nameOf(value) : name === 'key' ? partyOf(value) : value,
  ]
  const choiceText = choices
    .map(({ code, values = {} }) =>
      t(`choice.${code}`, Object.fromEntries(Object.entries(values).map(withNames))),
    )
    .join(t('choiceSeparator'))
  return (
    <>
      <p className="wrap-anywhere">{block ? t('inBlock', { block, words }) : words}</p>
      {text && fault.code !== 'open' && !checkOf(fault) && (
        <p className="wrap-anywhere" lang={/\p{Script=Han}/u.test(text) ? 'zh-Hans' : 'en'}>
          {text}
        </p>
      )}
      {choiceText && <p className="wrap-anywhere">{t('withChoices', { choices: choiceText })}</p>}
    </>
  )
}

const PARTS = messages.en_US.publishing.part

/** Values that describe the input that the parser expected or found. */
const INPUT_VALUES = new Set(['allowed', 'given', 'received'])

/** The check for a mismatch of open points; missing in older checks. */
const checkOf = ({ code, values = {} }: Fault) => (code === 'openMismatch' && values.check) || undefined

function useFault(fault: Fault, inForm = false): string {
  const { code, values = {} } = fault
  const t = useTranslations('publishing')
  const tEditor = useTranslations('editor')
  const check = checkOf(fault)
  if (check) return tEditor(dynamicKey<'editor'>(`agreement.${check}`), values)
  const part = inForm && code === 'missing' && String(values.name)
  if (part && Object.hasOwn(PARTS, part)) return t('missingPart', { part: t(dynamicKey(`part.${part}`)) })
  const translateValue = ([name, value]: [string, string | number]) => {
    if (isShape(fault, name, value)) return [name, t(`shape.${value}`)]
    if (inForm && name === 'name' && Object.hasOwn(PARTS, value))
      return [name, t(dynamicKey(`part.${value}`))]
    if (INPUT_VALUES.has(name))
      return [name, String(value).replace(/"([^"]*)"/g, (_, words) => t('quoted', { words }))]
    if (code !== 'open' || name !== 'problem') return [name, value]
    return [name, tEditor(dynamicKey<'editor'>(`problem.${value}`), { detail: values.detail ?? '' })]
  }
  return t(`fault.${code}`, Object.fromEntries(Object.entries(values).map(translateValue)))
}
