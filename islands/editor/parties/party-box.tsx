import { useSignals } from '@preact/signals-react/runtime'
import type { ReactNode } from 'react'
import type { Party } from '#assembly/answers.ts'
import { asPrinted } from '#assembly/party-block.ts'
import type { OpenPoint } from '#assembly/tree.ts'
import type { Suggestion } from '../../contact-suggestions.tsx'
import { labelOf } from '../parts/place-words.ts'
import { pointWords } from '../parts/problems.ts'
import { WhenLoaded } from '../parts/when-loaded.tsx'
import { endUndoStep, useEditor } from '../state/editor-state.ts'
import { useWords } from '../words.ts'

export type PartyText = Exclude<keyof Party, 'key' | 'identity' | 'role' | 'stale' | 'place' | 'vote'>

interface Props {
  attribute: PartyText | 'role' | 'roleEn'
  party: Party
  text: string
  point?: OpenPoint
  put: (text: string) => void
  /** Whether the template requires the attribute. */
  isRequired?: boolean
  enter?: () => void
  /** Called with a contact that was chosen in this box, to fill it in. */
  pick?: (person: Suggestion) => void
  /** Buttons that settle the open point. */
  children?: ReactNode
}

/** Attributes that are converted to their printed form when the box loses the focus. */
const NORMALISED_ATTRIBUTES: ReadonlySet<string> = new Set(['idNumber', 'phone', 'email'])

/** One box of a party with its label, and its open point below. */
export function PartyBox({ attribute, party, text, point, isRequired, put, enter, pick, children }: Props) {
  useSignals()
  const editor = useEditor()
  const t = useWords()
  const id = `party-${party.key}-${attribute}`
  // A missing value is shown as a mistake only after the user has tried to finalise, even if a rule requires
  // the value.
  const isProblemShown =
    point !== undefined && (editor.showsMissing.value || (point.kind === 'invalid' && text.trim() !== ''))
  const refusal = editor.refused.value?.at === `party:${party.key}.${attribute}` && editor.refused.value.words
  return (
    <div className="grid content-start gap-1">
      <label htmlFor={id}>
        {t(`party.${labelOf(attribute, party)}`)}
        {(isRequired || attribute === 'name') && (
          <span className="text-base-content/70" aria-hidden="true">
            {' *'}
          </span>
        )}
      </label>
      <div className="relative">
        <input
          id={id}
          type={attribute === 'email' ? 'email' : attribute === 'phone' ? 'tel' : 'text'}
          autoComplete="off"
          aria-required={isRequired || attribute === 'name' || undefined}
          aria-invalid={isProblemShown || undefined}
          aria-describedby={point || refusal ? `${id}-note` : undefined}
          className={`input input-sm w-full ${isProblemShown ? 'input-error' : ''}`}
          value={text}
          onChange={(event) => put(event.target.value)}
          onFocus={enter}
          onBlur={() => {
            const printed = NORMALISED_ATTRIBUTES.has(attribute)
              ? asPrinted(party, attribute as PartyText)
              : text
            if (printed !== text) put(printed)
            endUndoStep(editor)
          }}
        />
        {pick && (
          <WhenLoaded quiet>
            {({ ContactSuggestions }) => (
              <ContactSuggestions boxId={id} label={t('contact.list')} pick={pick} />
            )}
          </WhenLoaded>
        )}
      </div>
      {!point && refusal && (
        <p id={`${id}-note`} role="alert" className="text-error text-xs">
          {refusal}
        </p>
      )}
      {point && (
        <p
          id={`${id}-note`}
          role={isProblemShown ? 'alert' : undefined}
          className={`flex flex-wrap items-center gap-2 text-xs ${isProblemShown ? 'text-error' : 'text-base-content/75'}`}
        >
          {pointWords(t, editor.locale, point)}
          {children}
        </p>
      )}
    </div>
  )
}
