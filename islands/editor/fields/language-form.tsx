import { useSignals } from '@preact/signals-react/runtime'
import { FormSwitch } from '../parts/form-switch.tsx'
import { WhenLoaded } from '../parts/when-loaded.tsx'
import { useEditor } from '../state/editor-state.ts'
import { useWords } from '../words.ts'

/** Chooses the printed languages and the one that prevails. */
export function LanguageForm() {
  useSignals()
  const t = useWords()
  const editor = useEditor()
  return (
    <div className="mt-2">
      <FormSwitch form="languages" label={t('languages')} />
      {editor.form.value === 'languages' && (
        <WhenLoaded>{({ LanguageBoxes }) => <LanguageBoxes />}</WhenLoaded>
      )}
    </div>
  )
}
