import { useSignals } from '@preact/signals-react/runtime'
import { addParty, mostParties } from '#assembly/edit/parties.ts'
import { focusSoon } from '#views/focus.ts'
import { change, useEditor } from '../state/editor-state.ts'
import { useWords } from '../words.ts'
import { PartyForm } from './party-form.tsx'
import { TextTool } from './tool.tsx'

/** The forms of all parties, and a button to add one if the template allows it. */
export function PartyForms() {
  useSignals()
  const t = useWords()
  const editor = useEditor()
  const answers = editor.answers.value
  const tree = editor.tree.value
  const room = Math.min(editor.template.moreParties?.upTo ?? editor.template.parties.length, mostParties)
  const points = editor.openIn.value[''] ?? []
  const add = () => {
    change(editor, (now, template) => addParty(now, template))
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
      {answers.parties.length < room && (
        <div>
          <TextTool id="add-party" act={add}>
            {t('addParty')}
          </TextTool>
        </div>
      )}
    </div>
  )
}
