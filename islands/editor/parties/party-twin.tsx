import { useSignals } from '@preact/signals-react/runtime'
import { useRef } from 'react'
import type { Answers, Party, Side, TwinAttribute } from '#assembly/answers.ts'
import { confirmAttribute, writeAttribute } from '#assembly/edit.ts'
import type { OpenPoint } from '#assembly/tree.ts'
import { isChinese } from '#assembly/twins.ts'
import { focusSoon } from '#views/focus.ts'
import type { Suggestion } from '../../contact-suggestions.tsx'
import { TextTool } from '../parts/tool.tsx'
import { change, useEditor } from '../state/editor-state.ts'
import { useWords } from '../words.ts'
import { PartyBox } from './party-box.tsx'

interface Props {
  attribute: TwinAttribute
  party: Party
  /** The open point about an attribute of the party. */
  pointAt: (attribute: string) => OpenPoint | undefined
  needed?: boolean
  pick?: (person: Suggestion) => void
}

/** A text box for a party, with a second box for English if the two texts must differ. */
export function PartyTwin({ attribute, party, pointAt, needed, pick }: Props) {
  useSignals()
  const t = useWords()
  const editor = useEditor()
  const answersAtFocus = useRef<Answers>(editor.answers.value)
  const english = `${attribute}En` as const
  const { primary, bilingual } = editor.answers.value.languages
  const text = { zh: party[attribute] ?? '', en: party[english] ?? '' }
  const write = (side: Side, next: string) =>
    change(
      editor,
      (answers, template) =>
        writeAttribute(answers, template, party.key, attribute, side, next, answersAtFocus.current),
      `party.${party.key}.${attribute}.${side}`,
    )
  const confirm = () => {
    change(editor, (answers, template) => confirmAttribute(answers, template, party.key, attribute))
    focusSoon(`party-${party.key}-${attribute}`)
  }
  const box = (side: Side) => {
    const name = side === 'zh' ? attribute : english
    const point = pointAt(name)
    return (
      <PartyBox
        party={party}
        point={point}
        isRequired={needed && side === 'zh'}
        attribute={name}
        text={text[side]}
        put={(next) => write(side, next)}
        pick={side === 'zh' ? pick : undefined}
        enter={() => {
          answersAtFocus.current = editor.answers.value
        }}
      >
        {point?.problem === 'englishMissing' && (
          <TextTool act={() => write('en', text.zh)}>{t('sameInBoth')}</TextTool>
        )}
        {point?.kind === 'stale' && <TextTool act={confirm}>{t('confirm')}</TextTool>}
      </PartyBox>
    )
  }
  const isChineseOnly = !bilingual && primary === 'zh'
  const needsTwoBoxes =
    attribute === 'name'
      ? !isChineseOnly || text.en !== ''
      : bilingual && (text.en !== '' || isChinese(text.zh))
  return (
    <div className={`grid gap-2 sm:col-span-2 ${needsTwoBoxes ? 'sm:grid-cols-2' : ''}`}>
      {box('zh')}
      {needsTwoBoxes && box('en')}
    </div>
  )
}
