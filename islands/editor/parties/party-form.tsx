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

const COMPANY_ATTRIBUTES: PartyText[] = [
  ...(['name', 'address', 'legalRepresentative', 'signerName', 'signerTitle'] as const),
  ...(['idNumber', 'phone', 'email', 'bank'] as const),
]
const PERSON_ATTRIBUTES: PartyText[] = ['name', 'address', 'idNumber', 'phone', 'email', 'bank']

const voterAttributes = (traits: RoleTraits | undefined): PartyText[] =>
  traits?.votes === true ? ['share'] : []

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
    change(editor, (current, template) => setParty(current, template, party.key, patch), about)
  const pointAt = (attribute: string) => points.find(({ at }) => at === `party:${party.key}.${attribute}`)
  /** A contact chosen in one box fills that box and the party's empty boxes, as one undo step. */
  const pickIn = (attribute: PartyText) => {
    const chosenPart = contactPart(party, attribute)
    if (!chosenPart) return undefined
    return (person: Suggestion) =>
      change(editor, (current, template) => {
        const text = person[chosenPart] || party[attribute] || ''
        const filledAnswers = setParty(current, template, party.key, contactDetails(party, person))
        return isTwinAttribute(attribute)
          ? writeAttribute(filledAnswers, template, party.key, attribute, 'zh', text, current)
          : setParty(filledAnswers, template, party.key, { [attribute]: text })
      })
  }
  const removeThisParty = () => {
    change(editor, (current, template) => removeParty(current, template, party.key))
    focusSoon('add-party')
  }
  return (
    <fieldset className="rounded-box border border-base-300 p-3 font-sans text-sm">
      <legend className="px-1 font-medium">{node.role[side] ? `${name} · ${node.role[side]}` : name}</legend>
      {editor.ownParty.name && editor.ownParty.identity === party.identity && (
        <div className="mb-2">
          <TextTool act={() => set({ ...editor.ownParty, stale: undefined })}>
            {t(party.identity === 'company' ? 'useMyCompany' : 'useMyDetails')}
          </TextTool>
        </div>
      )}
      <div className="grid gap-2 sm:grid-cols-2">
        <PartyChoices party={party} traits={traits} pointAt={pointAt} set={set} />
        {[
          ...(party.identity === 'company' ? COMPANY_ATTRIBUTES : PERSON_ATTRIBUTES),
          ...voterAttributes(traits),
        ].map((attribute) =>
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
              isRequired={traits?.requires?.some((one) => one === attribute)}
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
          <TextTool act={removeThisParty}>{t('removeParty', { party: name })}</TextTool>
        </div>
      )}
    </fieldset>
  )
}

/** The person who reads the emails to the party. */
function personOf({ identity, name, signerName = '', phone: mobile, email }: Party): TypedPerson {
  const isCompany = identity === 'company'
  return { name: isCompany ? signerName : name, organisation: isCompany ? name : '', mobile, email }
}

/** The part of a contact that fits into a box, if the box offers contacts. */
function contactPart({ identity }: Party, attribute: PartyText): 'organisation' | 'name' | 'email' | null {
  if (attribute === 'email') return 'email'
  if (attribute === 'name') return identity === 'company' ? 'organisation' : 'name'
  return attribute === 'signerName' ? 'name' : null
}

/** The attributes that the contact has and the party does not. */
function contactDetails(party: Party, { name, organisation, mobile, email }: Suggestion): Partial<Party> {
  const isCompany = party.identity === 'company'
  return {
    name: party.name || (isCompany ? organisation : name),
    phone: party.phone || mobile,
    email: party.email || email,
    ...(isCompany && { signerName: party.signerName || name }),
  }
}
