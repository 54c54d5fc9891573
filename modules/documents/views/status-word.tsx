import { useTranslations } from '#views/language.tsx'
import { StateWord, type Tone } from '#views/parts.tsx'
import type { DocumentKind } from '../schema.ts'
import type { FailedSigning, Status } from '../status.ts'

const TONES: Record<Status, Tone> = {
  draft: 'plain',
  in_review: 'info',
  returned: 'warning',
  approved: 'info',
  finalised: 'info',
  signing: 'warning',
  completed: 'success',
}

interface Props {
  status: Status
  kind?: DocumentKind
  /** How the last signing failed. */
  failedSigning?: FailedSigning | null
}

/**
 * An imported PDF is not called a draft: until it is sent, its status is “imported”. A finalised document
 * shows how its last signing failed.
 */
export function StatusWord({ status, kind, failedSigning }: Props) {
  const t = useTranslations('documents')
  if (failedSigning && status === 'finalised')
    return <StateWord tone="error">{t(`status.${failedSigning}`)}</StateWord>
  const word = kind === 'imported' && status === 'draft' ? 'imported' : status
  return <StateWord tone={TONES[status]}>{t(`status.${word}`)}</StateWord>
}
