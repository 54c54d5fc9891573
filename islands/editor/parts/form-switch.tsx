import { useSignals } from '@preact/signals-react/runtime'
import { type OpenForm, settle, useDesk } from '../state/editor-state.ts'
import { useWords } from '../words.ts'
import { TextTool } from './tool.tsx'

/** Opens and closes the form of a part of the paper, in place. */
export function FormSwitch({ form, label }: { form: OpenForm; label: string }) {
  useSignals()
  const t = useWords()
  const desk = useDesk()
  if (desk.mode.value === 'fill') return null
  const open = desk.form.value === form
  const toggle = () => {
    settle(desk)
    desk.form.value = open ? null : form
  }
  return (
    <div className="mb-2 flex justify-end">
      <TextTool id={`form-${form}`} act={toggle} pressed={open}>
        {open ? t('done') : label}
      </TextTool>
    </div>
  )
}
