import { useSignals } from '@preact/signals-react/runtime'
import type { LanguageChoice, Side } from '#modules/documents/assembly/answers.ts'
import { labelled } from '#modules/documents/assembly/plain.ts'
import type { SignatureNode } from '#modules/documents/assembly/tree.ts'
import { columns, Line } from '../clause/twin.tsx'
import { useEditor } from '../state/editor-state.ts'
import { sideLang, useWords } from '../words.ts'
import { FormSwitch } from './form-switch.tsx'
import { SignatureForm } from './signature-form.tsx'

interface Props {
  signatures: SignatureNode[]
  sides: Side[]
  script: LanguageChoice['script']
}

/** Where the parties will sign, as printed. */
export function SignatureBlock({ signatures, sides, script }: Props) {
  useSignals()
  const t = useWords()
  const editing = useEditor().form.value === 'signatures'
  return (
    <section
      id="part-signatures"
      tabIndex={-1}
      aria-label={t('signatures')}
      className="mt-8 scroll-mt-2 border-base-300 border-t pt-4 outline-none"
    >
      <FormSwitch form="signatures" label={t('editSignatureArea')} />
      {editing && <SignatureForm signatures={signatures} />}
      <div className="grid gap-6 sm:grid-cols-2">
        {signatures.map((block) => (
          <div key={block.key} className={sides.length > 1 ? columns(sides) : ''}>
            {sides.map((side) => (
              <div key={side} lang={sideLang(side, script)}>
                <p className="font-semibold">
                  <Line
                    text={labelled(block.label[side], block.name[side], side)}
                    value={block.name[side]}
                    {...{ side, script }}
                  />
                </p>
                {block.lines.map((line) => (
                  <p key={line.id} className="mt-1 border-base-300 border-b border-dotted">
                    <Line
                      text={labelled(line.label[side], line.value[side], side)}
                      value={line.value[side]}
                      {...{ side, script }}
                    />
                  </p>
                ))}
              </div>
            ))}
          </div>
        ))}
      </div>
    </section>
  )
}
