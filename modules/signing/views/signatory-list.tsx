import type { Selectable } from 'kysely'
import { Moment } from '#modules/documents/index.ts'
import { useTranslations } from '#views/language.tsx'
import { StateWord, type Tone } from '#views/parts.tsx'
import type { SignatoryState, SignatoryTable } from '../schema.ts'

export const TONES: Record<SignatoryState, Tone> = {
  waiting: 'plain',
  invited: 'warning',
  signing: 'info',
  signed: 'success',
  declined: 'error',
}

interface Props {
  signatories: Selectable<SignatoryTable>[]
  /** The id of whoever reads it. */
  own: string
}

/** Who signs, in order, and how far each has come; without the addresses, for one of them to read. */
export function SignatoryList({ signatories, own }: Props) {
  const t = useTranslations('signing')
  return (
    <ol className="mt-4 divide-y divide-base-300 border-base-300 border-y">
      {signatories.map((one) => (
        <li key={one.id} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
          <span className="wrap-anywhere">
            {one.name}{' '}
            <span className="text-base-content/75 text-sm">
              {t('party', { key: one.party.toUpperCase() })}
              {one.id === own && ` · ${t('you')}`}
            </span>
          </span>
          <span className="text-sm">
            <StateWord tone={TONES[one.state]}>{t(`state.${one.state}`)}</StateWord>{' '}
            {one.signed_at && <Moment at={one.signed_at} />}
          </span>
        </li>
      ))}
    </ol>
  )
}
