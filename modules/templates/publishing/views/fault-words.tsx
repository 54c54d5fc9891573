import { type Fault, isShape } from '#assembly/template/faults.ts'
import { messages } from '#src/core/i18n.ts'
import { dynamicKey } from '#views/language/messages.ts'
import { useTranslations } from '#views/language.tsx'
import type { Problem } from '../inspect.ts'

type Props = Problem & {
  fault: Fault
  /** Names the parts as the form does, not as the source. */
  inForm?: boolean
}

/** A fault of the parser or the proof, with the printed text and the choices. */
export function FaultWords({ fault, block, text, choices = [], inForm }: Props) {
  const t = useTranslations('publishing')
  const words = useFault(fault, inForm)
  const chosen = choices
    .map(({ code, values = {} }) => t(`choice.${code}`, values))
    .join(t('choiceSeparator'))
  return (
    <>
      <p className="wrap-anywhere">{block ? t('inBlock', { block, words }) : words}</p>
      {text && fault.code !== 'open' && (
        <p className="wrap-anywhere" lang={/\p{Script=Han}/u.test(text) ? 'zh-Hans' : 'en'}>
          {text}
        </p>
      )}
      {chosen && <p className="wrap-anywhere">{t('withChoices', { choices: chosen })}</p>}
    </>
  )
}

const PARTS = messages.en_US.publishing.part

/** Values that describe what the parser found or expected. */
const READ = new Set(['allowed', 'given', 'received'])

function useFault(fault: Fault, inForm = false): string {
  const { code, values = {} } = fault
  const t = useTranslations('publishing')
  const editor = useTranslations('editor')
  const said = ([name, value]: [string, string | number]) => {
    if (isShape(fault, name, value)) return [name, t(`shape.${value}`)]
    if (inForm && name === 'name' && Object.hasOwn(PARTS, value))
      return [name, t(dynamicKey(`part.${value}`))]
    if (READ.has(name))
      return [name, String(value).replace(/"([^"]*)"/g, (_, words) => t('quoted', { words }))]
    if (code !== 'open' || name !== 'problem') return [name, value]
    return [name, editor(dynamicKey<'editor'>(`problem.${value}`), { detail: values.detail ?? '' })]
  }
  return t(`fault.${code}`, Object.fromEntries(Object.entries(values).map(said)))
}
