import { useTranslations } from '#views/language.tsx'
import { StateWord, type Tone } from '#views/parts.tsx'
import type { ConsultationState } from '../moves.ts'

const TONES: Record<ConsultationState, Tone> = {
  requested: 'warning',
  examined: 'info',
  offered: 'warning',
  accepted: 'info',
  declined: 'error',
  delivered: 'success',
  closed: 'plain',
  withdrawn: 'plain',
}

export function ConsultationStateWord({ state }: { state: ConsultationState }) {
  const t = useTranslations('consultation.state')
  return <StateWord tone={TONES[state]}>{t(state)}</StateWord>
}
