import { useSignals } from '@preact/signals-react/runtime'
import { endUndoStep, type OpenForm, useEditor } from '../state/editor-state.ts'
import { useWords } from '../words.ts'
import { TextTool } from './tool.tsx'

/** Opens and closes the form of a part of the paper, in place. */
export function FormSwitch({ form, label }: { form: OpenForm; label: string }) {
  useSignals()
  const t = useWords()
  const editor = useEditor()
  if (editor.mode.value === 'fill') return null
  const isOpen = editor.form.value === form
  const toggle = () => {
    endUndoStep(editor)
    editor.form.value = isOpen ? null : form
  }
  return (
    <div className="mb-2 flex justify-end">
      <TextTool id={`form-${form}`} act={toggle} pressed={isOpen}>
        {isOpen ? t('done') : label}
      </TextTool>
    </div>
  )
}
