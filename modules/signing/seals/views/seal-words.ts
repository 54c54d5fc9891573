import type { Party } from '#assembly/answers.ts'
import type { ListedSeal } from '#modules/seals/index.ts'
import { useTranslations } from '#views/language.tsx'
import type { SealChoice } from '../seal-schema.ts'

/** Returns a function that names a choice: a seal by its name in the team's list. */
export function useSealWord(seals: Pick<ListedSeal, 'id' | 'label'>[]): (choice: SealChoice) => string {
  const t = useTranslations('signing.seals')
  return (choice) => {
    if (choice === 'none') return t('choice.none')
    if (choice === 'own') return t('choice.own')
    return seals.find(({ id }) => id === choice)?.label ?? t('choice.unusable')
  }
}

export const partyName = ({ name, nameEn }: Pick<Party, 'name' | 'nameEn'>, locale: string) =>
  (locale === 'en-US' && nameEn) || name
