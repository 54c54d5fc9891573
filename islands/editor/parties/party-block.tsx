import { useSignals } from '@preact/signals-react/runtime'
import type { PartyNode } from '#assembly/tree.ts'
import { type BlockProps, PrintedBlock } from '../clause/printed-block.tsx'
import { columnsClass, gutterClass } from '../clause/twin.tsx'
import { FormSwitch } from '../parts/form-switch.tsx'
import { useEditor } from '../state/editor-state.ts'
import { useWords } from '../words.ts'
import { PartyForms } from './party-forms.tsx'

interface Props extends BlockProps {
  parties: PartyNode[]
}

/** The parties as printed; their form opens in the same place. */
export function PartyBlock({ parties, sides, script }: Props) {
  useSignals()
  const t = useWords()
  const isEditing = useEditor().form.value === 'parties'
  return (
    <section id="part-parties" tabIndex={-1} aria-label={t('parties')} className="scroll-mt-2 outline-none">
      <FormSwitch form="parties" label={t('editParties')} />
      {isEditing ? (
        <PartyForms />
      ) : (
        parties.map((party) => (
          <PrintedBlock
            key={party.key}
            block={party}
            className={`mb-3 ${columnsClass(sides)} ${gutterClass}`}
            lineClass="break-words"
            sides={sides}
            script={script}
          />
        ))
      )}
    </section>
  )
}
