import { useTranslations } from '#views/language.tsx'
import { StateWord, type Tone } from '#views/parts.tsx'
import type { State } from '../schema.ts'

const TONES: Record<State, Tone> = {
  draft: 'plain',
  scheduled: 'info',
  sending: 'warning',
  sent: 'success',
  withdrawn: 'error',
}

interface Props {
  state: State
  reached: number
  recipients: number | null
}

/** The state; during sending, also the number of accounts reached. */
export function AnnouncementState({ state, reached, recipients }: Props) {
  const t = useTranslations('announcements')
  return (
    <StateWord tone={TONES[state]}>
      {state === 'sending' ? t('progress', { reached, recipients: recipients ?? 0 }) : t(`state.${state}`)}
    </StateWord>
  )
}
