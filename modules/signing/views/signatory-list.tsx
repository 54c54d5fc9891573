import type { Selectable } from 'kysely'
import { useTranslations } from '#views/language.tsx'
import { StateWord, type Tone } from '#views/parts.tsx'
import { Moment } from '#views/values/moment.tsx'
import type { SignatoryRole } from '../providers/signatory-role.ts'
import type { SignatoryState, SignatoryTable, SigningState } from '../schema.ts'

const TONES: Record<SignatoryState | 'toApprove' | 'unsigned', Tone> = {
  waiting: 'plain',
  invited: 'warning',
  toApprove: 'warning',
  signing: 'info',
  signed: 'success',
  approved: 'success',
  declined: 'error',
  unsigned: 'plain',
}

interface StateProps {
  state: SignatoryState
  role: SignatoryRole
  signing: SigningState
}

/** The state of a signatory; after the end of the signing, no one is shown as waiting. */
export function SignatoryStateWord({ state, role, signing }: StateProps) {
  const t = useTranslations('signing')
  const isOpen = state === 'waiting' || state === 'invited'
  const label = state === 'invited' && role === 'approver' ? 'toApprove' : state
  const word = isOpen && signing !== 'started' ? 'unsigned' : label
  return <StateWord tone={TONES[word]}>{t(`state.${word}`)}</StateWord>
}

interface Props {
  signatories: Selectable<SignatoryTable>[]
  /** The state of the signatories' signing. */
  signing: SigningState
  /** Id of the reader's own entry. */
  ownId: string
}

/**
 * The signatories in order, with their states. Without addresses, because other signatories see the list.
 */
export function SignatoryList({ signatories, signing, ownId }: Props) {
  const t = useTranslations('signing')
  const actingSignatories = signatories.filter(({ role }) => role !== 'copy')
  return (
    <ol className="mt-4 divide-y divide-base-300 border-base-300 border-y">
      {actingSignatories.map((one) => (
        <li key={one.id} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
          <span className="wrap-anywhere">
            {one.name}{' '}
            <span className="text-base-content/75 text-sm">
              {t('party', { key: one.party.toUpperCase() })}
              {one.id === ownId && ` · ${t('you')}`}
            </span>
          </span>
          <span className="text-sm">
            <SignatoryStateWord state={one.state} role={one.role} signing={signing} />{' '}
            {one.signed_at && <Moment at={one.signed_at} />}
          </span>
        </li>
      ))}
    </ol>
  )
}
