import { useSignals } from '@preact/signals-react/runtime'
import { setSignatureArea } from '#assembly/edit.ts'
import type { SignatureNode } from '#assembly/tree.ts'
import { focusSoon } from '#views/focus.ts'
import { change, useEditor } from '../state/editor-state.ts'
import { useWords } from '../words.ts'
import { Tool } from './tool.tsx'

/** Sets the signing order of the parties and the lines of each signature. */
export function SignatureForm({ signatures }: { signatures: SignatureNode[] }) {
  useSignals()
  const t = useWords()
  const editor = useEditor()
  const signatureArea = editor.answers.value.signatureArea
  const side = editor.locale === 'en_US' ? 'en' : 'zh'
  const order = signatures.map(({ key }) => key)
  const move = (key: string, step: 1 | -1) => {
    change(editor, (answers, template) =>
      setSignatureArea(answers, template, { order: moveEntry(order, key, step) }),
    )
    focusSoon(`move-${key}-${step}`)
  }
  return (
    <div className="mb-4 grid gap-3 rounded-box border border-base-300 p-3 font-sans text-sm">
      <div className="flex flex-wrap gap-4">
        {(['seal', 'place', 'date'] as const).map((line) => (
          <label key={line} className="flex min-h-6 items-center gap-2">
            <input
              type="checkbox"
              className="checkbox checkbox-sm"
              checked={signatureArea[line]}
              onChange={(event) => {
                const isChecked = event.target.checked
                change(editor, (answers, template) =>
                  setSignatureArea(answers, template, { [line]: isChecked }),
                )
              }}
            />
            {t(`signature.${line}`)}
          </label>
        ))}
      </div>
      {signatures.length > 1 && (
        <ol aria-label={t('signature.order')} className="grid gap-1">
          {signatures.map((block) => (
            <li key={block.key} className="flex items-center gap-1">
              <span className="min-w-16">{block.label[side]}</span>
              {([-1, 1] as const).map((step) => (
                <span key={step} className={step < 0 ? '-rotate-90' : 'rotate-90'}>
                  <Tool
                    id={`move-${block.key}-${step}`}
                    icon="chevron"
                    label={t(step < 0 ? 'moveUp' : 'moveDown', { party: block.label[side] })}
                    act={() => move(block.key, step)}
                  />
                </span>
              ))}
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}

/** Moves one entry of the list by one place; the list stays unchanged at either end. */
export function moveEntry(order: string[], key: string, step: 1 | -1): string[] {
  const oldIndex = order.indexOf(key)
  const newIndex = oldIndex + step
  if (oldIndex < 0 || newIndex < 0 || newIndex >= order.length) return order
  const otherKeys = order.filter((one) => one !== key)
  return [...otherKeys.slice(0, newIndex), key, ...otherKeys.slice(newIndex)]
}
