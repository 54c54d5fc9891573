import { useSignals } from '@preact/signals-react/runtime'
import type { SignatureNode } from '#assembly/tree.ts'
import { type BlockProps, PrintedBlock } from '../clause/printed-block.tsx'
import { columnsClass } from '../clause/twin.tsx'
import { useEditor } from '../state/editor-state.ts'
import { useWords } from '../words.ts'
import { FormSwitch } from './form-switch.tsx'
import { WhenLoaded } from './when-loaded.tsx'

interface Props extends BlockProps {
  signatures: SignatureNode[]
}

/** The signature blocks of the parties, as printed. */
export function SignatureBlocks({ signatures, sides, script }: Props) {
  useSignals()
  const t = useWords()
  const isEditing = useEditor().form.value === 'signatures'
  return (
    <section
      id="part-signatures"
      tabIndex={-1}
      aria-label={t('signatures')}
      className="mt-8 scroll-mt-2 border-base-300 border-t pt-4 outline-none"
    >
      <FormSwitch form="signatures" label={t('editSignatureArea')} />
      {isEditing && (
        <WhenLoaded>{({ SignatureForm }) => <SignatureForm signatures={signatures} />}</WhenLoaded>
      )}
      <div className="grid gap-6 sm:grid-cols-2">
        {signatures.map((block) => (
          <PrintedBlock
            key={block.key}
            block={block}
            className={sides.length > 1 ? columnsClass(sides) : ''}
            lineClass="mt-1 border-base-300 border-b border-dotted"
            sides={sides}
            script={script}
          />
        ))}
      </div>
    </section>
  )
}
