import { useSignals } from '@preact/signals-react/runtime'
import { useId, useState } from 'react'
import { favouredParties, planPosition } from '#assembly/edit/position.ts'
import { focusSoon } from '#views/focus.ts'
import { TextTool } from '../parts/tool.tsx'
import { change, useEditor } from '../state/editor-state.ts'
import { useWords } from '../words.ts'
import { roleOf } from './position-note.tsx'

/** Chooses the party that the wordings favour, and lists the changes before they are made. */
export function PositionSwitch() {
  useSignals()
  const t = useWords()
  const id = useId()
  const editor = useEditor()
  const [wantedPosition, setWantedPosition] = useState<string>()
  const [replacesChoices, setReplacesChoices] = useState(false)
  const answers = editor.answers.value
  const favoured = favouredParties(editor.template)
  const sides = favoured.filter((key) => answers.parties.some((party) => party.key === key))
  if (!sides.length) return null
  const { position = '' } = answers
  const plan = planPosition(answers, editor.template, wantedPosition ?? position, replacesChoices)
  const { length: chosenCount } = planPosition(answers, editor.template, wantedPosition ?? position).chosen
  const close = () => {
    setWantedPosition(undefined)
    setReplacesChoices(false)
    focusSoon(id)
  }
  return (
    <div className="mb-3 grid gap-1 px-2">
      <label htmlFor={id} className="text-base-content/70 text-xs">
        {t('position.for')}
      </label>
      <select
        id={id}
        className="select select-sm w-full"
        value={wantedPosition ?? position}
        onChange={({ target }) => setWantedPosition(target.value)}
      >
        <option value="">{t('position.template')}</option>
        {sides.map((key) => (
          <option key={key} value={key}>
            {roleOf(editor, key)}
          </option>
        ))}
        <option value="neutral">{t('position.neutral')}</option>
      </select>
      {wantedPosition !== undefined && (
        <div role="status" className="grid gap-1 text-xs">
          <p>{t('position.changes', { count: plan.changed.length })}</p>
          {plan.written.length > 0 && <p>{t('position.written', { count: plan.written.length })}</p>}
          {chosenCount > 0 && (
            <label className="flex gap-2">
              <input
                type="checkbox"
                className="checkbox checkbox-xs"
                checked={replacesChoices}
                onChange={() => setReplacesChoices(!replacesChoices)}
              />
              {t('position.chosen', { count: chosenCount })}
            </label>
          )}
          <div className="flex gap-1">
            <TextTool
              act={() => {
                change(
                  editor,
                  (answersBefore, template) =>
                    planPosition(answersBefore, template, wantedPosition, replacesChoices).answers,
                )
                close()
              }}
            >
              {t('position.apply')}
            </TextTool>
            <TextTool act={close}>{t('cancel')}</TextTool>
          </div>
        </div>
      )}
    </div>
  )
}
