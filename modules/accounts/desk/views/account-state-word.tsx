import { useTranslations } from '#views/language.tsx'
import { StateWord, type Tone } from '#views/parts.tsx'
import type { AccountState } from '../../schema.ts'

const TONE: Record<AccountState, Tone> = {
  active: 'success',
  disabled: 'error',
  frozen: 'warning',
  exception: 'warning',
  erased: 'plain',
  automated: 'plain',
}

export function AccountStateWord({ state }: { state: AccountState }) {
  const t = useTranslations('desk')
  return <StateWord tone={TONE[state]}>{t(`states.${state}`)}</StateWord>
}
