import { useSignals } from '@preact/signals-react/runtime'
import type { Answers, Party } from '#modules/documents/assembly/answers.ts'
import { removableParty, removeParty, setParty } from '#modules/documents/assembly/edit.ts'
import type { PartyIdentity } from '#modules/documents/assembly/template/template.ts'
import type { OpenPoint, PartyNode } from '#modules/documents/assembly/tree.ts'
import { focusSoon } from '#views/focus.ts'
import { change, settle, useEditor } from '../state/editor-state.ts'
import { useWords } from '../words.ts'
import { pointWords } from './problems.ts'
import { TextTool } from './tool.tsx'

type TextAttribute = Exclude<keyof Party, 'key' | 'identity' | 'role'>

const ofCompany: TextAttribute[] = [
  ...(['name', 'nameEn', 'idNumber', 'legalRepresentative', 'address'] as const),
  ...(['phone', 'email', 'signerName', 'signerTitle'] as const),
]
const ofIndividual: TextAttribute[] = ['name', 'nameEn', 'idNumber', 'address', 'phone', 'email']
const longest: Partial<Record<TextAttribute, number>> = {
  ...{ name: 200, nameEn: 200, idNumber: 60, address: 300, phone: 40, email: 254 },
}

interface Props {
  party: Party
  node: PartyNode
  answers: Answers
  points: OpenPoint[]
}

/** Everything about one party. */
export function PartyForm({ party, node, answers, points }: Props) {
  const editor = useEditor()
  const t = useWords()
  const index = answers.parties.indexOf(party)
  const expected = (editor.template.parties[index] ?? editor.template.moreParties)?.identity ?? 'any'
  const side = editor.locale === 'en_US' ? 'en' : 'zh'
  const name = node.label[side]
  const set = (patch: Partial<Omit<Party, 'key'>>, about?: string) =>
    change(editor, (now, template) => setParty(now, template, party.key, patch), about)
  const removeIt = () => {
    change(editor, (now, template) => removeParty(now, template, party.key))
    focusSoon('add-party')
  }
  return (
    <fieldset className="rounded-box border border-base-300 p-3 font-sans text-sm">
      <legend className="px-1 font-medium">{node.role[side] ? `${name} · ${node.role[side]}` : name}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {(expected === 'any' || party.identity !== expected) && (
          <IdentityChoice party={party} set={(identity) => set({ identity })} />
        )}
        {(party.identity === 'company' ? ofCompany : ofIndividual).map((attribute) => (
          <Attribute
            key={attribute}
            {...{ attribute, party }}
            point={points.find(({ at }) => at === `party:${party.key}.${attribute}`)}
            put={(text) => set({ [attribute]: text }, `party.${party.key}.${attribute}`)}
          />
        ))}
      </div>
      {removableParty(answers, editor.template, party.key) && (
        <div className="mt-2">
          <TextTool act={removeIt}>{t('removeParty', { party: name })}</TextTool>
        </div>
      )}
    </fieldset>
  )
}

function IdentityChoice({ party, set }: { party: Party; set: (identity: PartyIdentity) => void }) {
  const t = useWords()
  const id = `party-${party.key}-identity`
  return (
    <div className="grid gap-1 sm:col-span-2">
      <label htmlFor={id}>{t('identity')}</label>
      <select
        id={id}
        className="select select-sm w-full"
        value={party.identity}
        onChange={(event) => set(event.target.value as PartyIdentity)}
      >
        <option value="company">{t('company')}</option>
        <option value="individual">{t('individual')}</option>
      </select>
    </div>
  )
}

interface AttributeProps {
  attribute: TextAttribute
  party: Party
  point?: OpenPoint
  put: (text: string) => void
}

function Attribute({ attribute, party, point, put }: AttributeProps) {
  useSignals()
  const editor = useEditor()
  const t = useWords()
  const id = `party-${party.key}-${attribute}`
  // What is missing is no mistake yet while nobody has asked to finalise.
  const told = point?.kind === 'invalid' || (point !== undefined && editor.lastPoint.value !== '')
  const kind = party.identity === 'individual' && ['name', 'idNumber', 'address'].includes(attribute)
  return (
    <div className="grid content-start gap-1">
      <label htmlFor={id}>
        {t(`party.${kind ? `${attribute}Person` : attribute}`)}
        {attribute === 'name' && (
          <span className="text-error" aria-hidden="true">
            {' *'}
          </span>
        )}
      </label>
      <input
        id={id}
        type={attribute === 'email' ? 'email' : attribute === 'phone' ? 'tel' : 'text'}
        autoComplete="off"
        maxLength={longest[attribute] ?? 100}
        aria-invalid={told || undefined}
        aria-describedby={point ? `${id}-note` : undefined}
        className={`input input-sm w-full ${told ? 'input-error' : ''}`}
        value={party[attribute]}
        onChange={(event) => put(event.target.value)}
        onBlur={() => settle(editor)}
      />
      {point && (
        <p id={`${id}-note`} role={told ? 'alert' : undefined} className="text-error text-xs">
          {pointWords(t, point)}
        </p>
      )}
    </div>
  )
}
