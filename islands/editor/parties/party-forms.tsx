import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { addParty, maxParties, roomForParties } from '#assembly/edit/parties.ts'
import { focusSoon } from '#views/focus.ts'
import { TextTool } from '../parts/tool.tsx'
import { change, useEditor } from '../state/editor-state.ts'
import { useWords } from '../words.ts'
import { PartyForm } from './party-form.tsx'

/** The forms of all parties, and a button to add one if the template allows it. */
export function PartyForms() {
  useSignals()
  const t = useWords()
  const editor = useEditor()
  const answers = editor.answers.value
  const tree = editor.tree.value
  const [wasRefused, setWasRefused] = useState(false)
  const room = roomForParties(editor.template)
  const isFull = answers.parties.length >= room
  const points = editor.openIn.value[''] ?? []
  const add = () => {
    setWasRefused(isFull)
    if (isFull) return
    change(editor, (answers, template) => addParty(answers, template))
    focusSoon(`party-${editor.answers.value.parties.at(-1)?.key}-name`)
  }
  return (
    <div className="grid gap-3">
      {answers.parties.slice(0, tree.parties.length).map((party, index) => {
        const node = tree.parties[index]
        return (
          node && <PartyForm key={party.key} party={party} node={node} answers={answers} points={points} />
        )
      })}
      {(!isFull || room === maxParties) && (
        <div>
          <TextTool id="add-party" act={add}>
            {t('addParty')}
          </TextTool>
          {wasRefused && isFull && <p role="alert">{t('problem.parties')}</p>}
        </div>
      )}
    </div>
  )
}
