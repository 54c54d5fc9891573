import { now } from '#src/core/clock.ts'
import { useTranslations } from '#views/language.tsx'
import { StateWord, type Tone } from '#views/parts.tsx'
import type { Authorisation } from '../authorisation.ts'

const TONE: Record<Authorisation['state'] | 'ended', Tone> = {
  pending: 'info',
  granted: 'success',
  refused: 'error',
  ended: 'plain',
}

/** The state in words; an authorisation in state `granted` may have ended. */
export function AuthorisationState({ state, ends_at }: Pick<Authorisation, 'state' | 'ends_at'>) {
  const t = useTranslations('authorisations')
  const stateKey = ends_at && ends_at <= now() ? 'ended' : state
  return <StateWord tone={TONE[stateKey]}>{t(`state.${stateKey}`)}</StateWord>
}
