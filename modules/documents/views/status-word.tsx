import { useTranslations } from '#views/language.tsx'
import { StateWord, type Tone } from '#views/parts.tsx'
import type { DocumentKind } from '../schema.ts'
import type { Status } from '../status.ts'

const TONES: Record<Status, Tone> = {
  draft: 'plain',
  in_review: 'info',
  returned: 'warning',
  approved: 'info',
  finalised: 'info',
  signing: 'warning',
  completed: 'success',
}

/** An imported PDF is not called a draft: until it is sent, its status is “imported”. */
export function StatusWord({ status, kind }: { status: Status; kind?: DocumentKind }) {
  const t = useTranslations('documents')
  const word = kind === 'imported' && status === 'draft' ? 'imported' : status
  return <StateWord tone={TONES[status]}>{t(`status.${word}`)}</StateWord>
}
