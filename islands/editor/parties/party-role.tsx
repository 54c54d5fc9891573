import { useSignals } from '@preact/signals-react/runtime'
import type { Side } from '#assembly/answers.ts'
import type { Twin } from '#assembly/template/template.ts'
import { type PartyRoleProps, useEditor } from '../state/editor-state.ts'
import { PartyBox } from './party-box.tsx'

const MAX_ROLE_LENGTH = 60
const SIDES = ['zh', 'en'] as const satisfies Side[]

/**
 * The role of the party in the languages of the document: the template's role, unless the creator has
 * written another one.
 */
export function PartyRole({ party, node, traits, pointAt, set }: PartyRoleProps) {
  useSignals()
  const { sides } = useEditor().tree.value
  const templateRole: Twin = traits?.role ?? { zh: '', en: '' }
  const current = party.role ?? node.role
  const write = (side: Side, text: string) => {
    const { zh, en, hant } = party.role ?? templateRole
    const role: Twin = {
      zh,
      en,
      ...(side === 'en' && hant && { hant }),
      [side]: text.slice(0, MAX_ROLE_LENGTH),
    }
    const isTemplateRole = role.zh === templateRole.zh && role.en === templateRole.en
    set({ role: isTemplateRole ? undefined : role }, `party.${party.key}.role.${side}`)
  }
  return (
    <div className={`mt-2 grid gap-2 ${sides.length > 1 ? 'sm:grid-cols-2' : ''}`}>
      {SIDES.filter((side) => sides.includes(side)).map((side) => {
        const attribute = side === 'zh' ? 'role' : 'roleEn'
        return (
          <PartyBox
            key={side}
            party={party}
            attribute={attribute}
            text={current[side]}
            point={pointAt(attribute)}
            put={(text) => write(side, text)}
          />
        )
      })}
    </div>
  )
}
