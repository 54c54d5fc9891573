import { useTranslations } from '#views/language.tsx'
import { StateWord, type Tone } from '#views/parts.tsx'
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

export function StatusWord({ status }: { status: Status }) {
  const t = useTranslations('documents')
  return <StateWord tone={TONES[status]}>{t(`status.${status}`)}</StateWord>
}
