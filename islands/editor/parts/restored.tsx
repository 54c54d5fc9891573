import { undo, useEditor } from '../state/editor-state.ts'
import { useWords } from '../words.ts'
import { Tool } from './tool.tsx'

/** Reports that unsaved changes of an earlier visit were restored, with a button to undo it. */
export function Restored() {
  const t = useWords()
  const editor = useEditor()
  const close = () => {
    editor.restored.value = false
  }
  return (
    <div role="status" className="flex flex-wrap items-center gap-3 bg-info/10 px-4 py-1.5 text-sm">
      <p className="flex-1">{t('restored')}</p>
      <button
        type="button"
        className="btn btn-xs"
        onClick={() => {
          undo(editor)
          close()
        }}
      >
        {t('takeBack')}
      </button>
      <Tool icon="close" label={t('close')} act={close} />
    </div>
  )
}
