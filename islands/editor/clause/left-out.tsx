import { useSignals } from '@preact/signals-react/runtime'
import { fieldsOf, type Leaf, type Reason } from '#assembly/rules/leaves.ts'
import { partWords } from '../parts/place-words.ts'
import { type EditorState, useEditor } from '../state/editor-state.ts'
import { goToFact } from '../state/go-to-fact.ts'
import { lookupOf } from '../state/lookup.ts'
import { type EditorTranslator, useWords, wordsIn } from '../words.ts'

/** Lists the answers that leave a part out of the document; each is a button that leads to the answer. */
export function LeftOut({ because }: { because: Reason[] }) {
  useSignals()
  const t = useWords()
  const editor = useEditor()
  const reasons = new Map(because.map((reason) => [reasonWords(t, editor, reason), reason.fact]))
  return (
    <p className="w-full font-sans text-base-content/70 text-sm">
      {t('because.intro')}
      {[...reasons].map(([words, fact], index) => (
        <span key={words}>
          {index > 0 && t('because.separator')}
          {`${words} — `}
          <button type="button" className="link min-h-6" onClick={() => goToFact(editor, fact)}>
            {t('because.change')}
            <span className="sr-only">{` ${words}`}</span>
          </button>
        </span>
      ))}
    </p>
  )
}

/** A fact in the template's words: ‘Term’ is ‘Indefinite’. */
export function reasonWords(t: EditorTranslator, editor: EditorState, { fact, holds }: Reason): string {
  if ('field' in fact) return t('because.is', answerWords(t, editor, fact.field))
  if ('filled' in fact) {
    const { label } = answerWords(t, editor, fact.filled)
    return t(holds ? 'because.filled' : 'because.empty', { label })
  }
  if ('parties' in fact) return t('because.parties', { count: editor.answers.value.parties.length })
  if ('party' in fact) return t('because.party')
  const [amount] = fieldsOf(fact)
  if (amount) return t('because.amount', { label: answerWords(t, editor, amount).label })
  if (!('kept' in fact || 'chosen' in fact)) return t('because.party')
  const id = 'kept' in fact ? fact.kept : fact.chosen
  const { name, kept } = partWords(t, editor, id)
  if ('kept' in fact || !kept) return t(kept ? 'because.kept' : 'because.notKept', { name })
  return t('because.chosen', { name, label: wordingOf(t, editor, fact) })
}

function answerWords(t: EditorTranslator, { template, locale, answers }: EditorState, id: string) {
  const field = lookupOf(template).fields.get(id)
  const value = answers.value.fields[id]
  const option = field?.options?.find((one) => one.id === value)
  const words = option ? wordsIn(option.label, locale) : t(value === true ? 'yes' : 'no')
  return {
    label: field ? wordsIn(field.label, locale) : id,
    value: field?.options && !option ? t('because.nothing') : words,
  }
}

function wordingOf(
  t: EditorTranslator,
  editor: EditorState,
  { chosen }: Extract<Leaf, { chosen: string }>,
): string {
  const { alternatives = [] } = lookupOf(editor.template).clauses.get(chosen) ?? {}
  const current = alternatives.find(({ id }) => id === editor.answers.value.clauses[chosen]?.alternative)
  return current ? wordsIn(current.label, editor.locale) : t('standard')
}
