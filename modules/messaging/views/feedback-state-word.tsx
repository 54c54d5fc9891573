import { useTranslations } from '#views/language.tsx'
import { StateWord, type Tone } from '#views/parts.tsx'
import type { FeedbackState } from '../schema.ts'

const TONE: Record<FeedbackState, Tone> = { open: 'warning', answered: 'success', closed: 'plain' }

export function FeedbackStateWord({ state }: { state: FeedbackState }) {
  const t = useTranslations('messaging.desk')
  return <StateWord tone={TONE[state]}>{t(`state.${state}`)}</StateWord>
}
