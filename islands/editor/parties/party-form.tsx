import type { Answers, Party } from '#assembly/answers.ts'
import { removableParty, removeParty, setParty, writeAttribute } from '#assembly/edit.ts'
import type { RoleTraits } from '#assembly/template/template.ts'
import type { OpenPoint, PartyNode } from '#assembly/tree.ts'
import { isTwinAttribute } from '#assembly/twins.ts'
import { focusSoon } from '#views/focus.ts'
import type { Suggestion } from '../../contact-suggestions.tsx'
import type { TypedPerson } from '../../save-contact.tsx'
import { TextTool } from '../parts/tool.tsx'
import { WhenLoaded } from '../parts/when-loaded.tsx'
import { change, useEditor } from '../state/editor-state.ts'
import { useWords } from '../words.ts'
import { PartyBox, type PartyText } from './party-box.tsx'
import { PartyChoices } from './party-choices.tsx'
import { PartyTwin } from './party-twin.tsx'

const ofCompany: PartyText[] = [
  ...(['name', 'address', 'legalRepresentative', 'signerName', 'signerTitle'] as const),
  ...(['idNumber', 'phone', 'email', 'bank'] as const),
]
const ofIndividual: PartyText[] = ['name', 'address', 'idNumber', 'phone', 'email', 'bank']

const votersOwn = (traits: RoleTraits | undefined): PartyText[] => (traits?.votes === true ? ['share'] : [])

interface Props {
  party: Party
  node: PartyNode
  answers: Answers
  points: OpenPoint[]
}

/** All boxes of one party. */
export function PartyForm({ party, node, answers, points }: Props) {
  const editor = useEditor()
  const t = useWords()
  const index = answers.parties.indexOf(party)
  const traits = editor.template.parties[index] ?? editor.template.moreParties
  const side = editor.locale === 'en_US' ? 'en' : 'zh'
  const name = node.label[side]
  const set = (patch: Partial<Omit<Party, 'key'>>, about?: string) =>
    change(editor, (now, template) => setParty(now, template, party.key, patch), about)
  const pointAt = (attribute: string) => points.find(({ at }) => at === `party:${party.key}.${attribute}`)
  /** Chosen in a box, the person fills it and the party's empty boxes, in one step to undo. */
  const pickIn = (attribute: PartyText) => {
    const own = contactPart(party, attribute)
    if (!own) return undefined
    return (person: Suggestion) =>
      change(editor, (now, template) => {
        const text = person[own] || party[attribute] || ''
        const filled = setParty(now, template, party.key, contactDetails(party, person))
        return isTwinAttribute(attribute)
          ? writeAttribute(filled, template, party.key, attribute, 'zh', text, now)
          : setParty(filled, template, party.key, { [attribute]: text })
      })
  }
  const removeIt = () => {
    change(editor, (now, template) => removeParty(now, template, party.key))
    focusSoon('add-party')
  }
  return (
    <fieldset className="rounded-box border border-base-300 p-3 font-sans text-sm">
      <legend className="px-1 font-medium">{node.role[side] ? `${name} · ${node.role[side]}` : name}</legend>
      {editor.own.name && editor.own.identity === party.identity && (
        <div className="mb-2">
          <TextTool act={() => set({ ...editor.own, stale: undefined })}>
            {t(party.identity === 'company' ? 'useMyCompany' : 'useMyDetails')}
          </TextTool>
        </div>
      )}
      <div className="grid gap-2 sm:grid-cols-2">
        <PartyChoices party={party} traits={traits} pointAt={pointAt} set={set} />
        {[...(party.identity === 'company' ? ofCompany : ofIndividual), ...votersOwn(traits)].map(
          (attribute) =>
            isTwinAttribute(attribute) ? (
              <PartyTwin
                key={attribute}
                attribute={attribute}
                party={party}
                pointAt={pointAt}
                needed={traits?.requires?.some((one) => one === attribute)}
                pick={pickIn(attribute)}
              />
            ) : (
              <PartyBox
                key={attribute}
                attribute={attribute}
                party={party}
                needed={traits?.requires?.some((one) => one === attribute)}
                text={party[attribute] ?? ''}
                point={pointAt(attribute)}
                put={(text) => set({ [attribute]: text }, `party.${party.key}.${attribute}`)}
                pick={pickIn(attribute)}
              />
            ),
        )}
      </div>
      <div className="min-h-22">
        <WhenLoaded quiet>
          {({ SaveContact, PartyRole }) => (
            <>
              <PartyRole party={party} node={node} traits={traits} pointAt={pointAt} set={set} />
              <SaveContact person={personOf(party)} field={`party-${party.key}-email`} t={t} />
            </>
          )}
        </WhenLoaded>
      </div>
      {removableParty(answers, editor.template, party.key) && (
        <div className="mt-2">
          <TextTool act={removeIt}>{t('removeParty', { party: name })}</TextTool>
        </div>
      )}
    </fieldset>
  )
}

/** The person who reads the party's email. */
function personOf({ identity, name, signerName = '', phone: mobile, email }: Party): TypedPerson {
  const company = identity === 'company'
  return { name: company ? signerName : name, organisation: company ? name : '', mobile, email }
}

/** What of a contact belongs into a box, if contacts are offered there. */
function contactPart({ identity }: Party, attribute: PartyText): 'organisation' | 'name' | 'email' | null {
  if (attribute === 'email') return 'email'
  if (attribute === 'name') return identity === 'company' ? 'organisation' : 'name'
  return attribute === 'signerName' ? 'name' : null
}

/** Attributes that the address book knows and the party lacks. */
function contactDetails(party: Party, { name, organisation, mobile, email }: Suggestion): Partial<Party> {
  const company = party.identity === 'company'
  return {
    name: party.name || (company ? organisation : name),
    phone: party.phone || mobile,
    email: party.email || email,
    ...(company && { signerName: party.signerName || name }),
  }
}
