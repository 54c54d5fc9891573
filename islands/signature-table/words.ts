import { useTranslations } from '#views/language.tsx'

export const NAMESPACE = 'signing.setting'

export const useWords = () => useTranslations(NAMESPACE)
