import { useSignals } from '@preact/signals-react/runtime'
import type { LanguageChoice, Side } from '#assembly/answers.ts'
import { setLanguages } from '#assembly/edit.ts'
import { change, useEditor } from '../state/editor-state.ts'
import { useWords } from '../words.ts'

/** The boxes for choosing the languages. */
export function LanguageBoxes() {
  useSignals()
  const t = useWords()
  const editor = useEditor()
  const { primary, bilingual, script } = editor.answers.value.languages
  const hasLanguage = (tag: string) => editor.template.languages.some((language) => language.startsWith(tag))
  const set = (patch: Partial<LanguageChoice>) =>
    change(editor, (answers, template) => setLanguages(answers, template, patch))
  return (
    <div className="flex flex-wrap items-end gap-4 rounded-box border border-base-300 p-3 font-sans text-sm">
      <label className="grid gap-1">
        {t('primary')}
        <select
          id="primary-language"
          className="select select-sm"
          value={primary}
          onChange={(event) => set({ primary: event.target.value as Side })}
        >
          {(['zh', 'en'] as const).map(
            (side) =>
              (hasLanguage(side) || side === primary) && (
                <option key={side} value={side}>
                  {t(`side.${side}`)}
                </option>
              ),
          )}
        </select>
      </label>
      {(bilingual || primary === 'zh') && (
        <label className="grid gap-1">
          {t('script')}
          <select
            className="select select-sm"
            value={script}
            onChange={(event) => set({ script: event.target.value as LanguageChoice['script'] })}
          >
            <option value="Hans">{t('hans')}</option>
            <option value="Hant">{t('hant')}</option>
          </select>
        </label>
      )}
      <label className="flex min-h-8 items-center gap-2">
        <input
          type="checkbox"
          className="checkbox checkbox-sm"
          checked={bilingual}
          disabled={!bilingual && !(hasLanguage('zh') && hasLanguage('en'))}
          onChange={(event) => set({ bilingual: event.target.checked })}
        />
        {t('bilingual')}
      </label>
    </div>
  )
}
