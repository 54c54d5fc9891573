import { useSignals } from '@preact/signals-react/runtime'
import type { LanguageChoice, Side } from '#modules/documents/assembly/answers.ts'
import { labelled, partyHeading } from '#modules/documents/assembly/plain.ts'
import type { PartyNode } from '#modules/documents/assembly/tree.ts'
import { columns, gutter, Line } from '../clause/twin.tsx'
import { useEditor } from '../state/editor-state.ts'
import { sideLang, useWords } from '../words.ts'
import { FormSwitch } from './form-switch.tsx'
import { PartyForms } from './party-forms.tsx'

interface Props {
  parties: PartyNode[]
  sides: Side[]
  script: LanguageChoice['script']
}

/** Who the parties are, as printed; their form opens in its place. */
export function PartyBlock({ parties, sides, script }: Props) {
  useSignals()
  const t = useWords()
  const editing = useEditor().form.value === 'parties'
  return (
    <section id="part-parties" tabIndex={-1} aria-label={t('parties')} className="scroll-mt-2 outline-none">
      <FormSwitch form="parties" label={t('editParties')} />
      {editing ? (
        <PartyForms />
      ) : (
        parties.map((party) => (
          <div key={party.key} className={`mb-3 ${columns(sides)} ${gutter}`}>
            {sides.map((side) => (
              <div key={side} lang={sideLang(side, script)}>
                <p className="font-semibold">
                  <Line
                    text={partyHeading(party.label[side], party.role[side], party.name[side], side)}
                    value={party.name[side]}
                    {...{ side, script }}
                  />
                </p>
                {party.lines.map((line) => (
                  <p key={line.id} className="break-words">
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
        ))
      )}
    </section>
  )
}
