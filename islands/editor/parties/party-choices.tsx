import { useSignals } from '@preact/signals-react/runtime'
import type { Party } from '#assembly/answers.ts'
import type { RoleTraits } from '#assembly/template/template.ts'
import type { OpenPoint } from '#assembly/tree.ts'
import type { MessageKey } from '#views/language/messages.ts'
import { pointWords } from '../parts/problems.ts'
import { useEditor } from '../state/editor-state.ts'
import { useWords } from '../words.ts'

interface Props {
  party: Party
  traits: RoleTraits | undefined
  pointAt: (attribute: string) => OpenPoint | undefined
  set: (patch: Partial<Omit<Party, 'key'>>) => void
}

/** Attributes of a party that are chosen from a list: identity, domicile and vote. */
export function PartyChoices({ party, traits, pointAt, set }: Props) {
  const { identity = 'any', place, votes } = traits ?? {}
  const words = party.identity === 'individual' ? 'placePerson' : 'place'
  return (
    <>
      <Choice
        party={party}
        set={set}
        pointAt={pointAt}
        attribute="identity"
        label="identity"
        options={IDENTITIES}
        fixed={party.identity === identity}
      />
      {(!place || (party.place ?? 'mainland') !== place) && (
        <Choice
          party={party}
          set={set}
          pointAt={pointAt}
          attribute="place"
          label={`party.${words}`}
          options={PLACES}
        />
      )}
      {votes && (
        <Choice
          party={party}
          set={set}
          pointAt={pointAt}
          attribute="vote"
          label="party.vote"
          options={VOTES}
          empty
        />
      )}
    </>
  )
}

const IDENTITIES = { company: 'company', individual: 'individual' } as const
const PLACES = { mainland: 'place.mainland', hmt: 'place.hmt', abroad: 'place.abroad' } as const
const VOTES = {
  for: 'vote.for',
  against: 'vote.against',
  abstain: 'vote.abstain',
  absent: 'vote.absent',
} as const

interface ChoiceProps {
  party: Party
  attribute: 'identity' | 'place' | 'vote'
  label: MessageKey<'editor'>
  /** The options and their labels. */
  options: Record<string, MessageKey<'editor'>>
  /** Whether no option is selected at first. */
  empty?: true
  /** Whether the template prescribes the choice. */
  fixed?: boolean
  pointAt: Props['pointAt']
  set: Props['set']
}

function Choice({ party, attribute, label, options, empty, fixed, pointAt, set }: ChoiceProps) {
  useSignals()
  const t = useWords()
  const editor = useEditor()
  const id = `party-${party.key}-${attribute}`
  const point = pointAt(attribute)
  const isProblemShown = point?.kind === 'invalid' || (point !== undefined && editor.showsMissing.value)
  return (
    <div className="grid content-start gap-1">
      <label htmlFor={id}>{t(label)}</label>
      <select
        id={id}
        className={`select select-sm w-full ${isProblemShown ? 'select-error' : ''}`}
        disabled={fixed}
        aria-invalid={isProblemShown || undefined}
        aria-describedby={point ? `${id}-note` : undefined}
        value={party[attribute] ?? (empty ? '' : Object.keys(options)[0])}
        onChange={(event) => set({ [attribute]: event.target.value || undefined })}
      >
        {empty && <option value="">{t('because.nothing')}</option>}
        {Object.entries(options).map(([value, words]) => (
          <option key={value} value={value}>
            {t(words)}
          </option>
        ))}
      </select>
      {point && (
        <p
          id={`${id}-note`}
          role={isProblemShown ? 'alert' : undefined}
          className={`text-xs ${isProblemShown ? 'text-error' : 'text-base-content/75'}`}
        >
          {pointWords(t, editor.locale, point)}
        </p>
      )}
    </div>
  )
}
