import type { ReactNode } from 'react'
import { useTranslations } from '#views/language.tsx'
import { EntranceCard } from '#views/layout/entrance-card.tsx'

export function LogoutPage({ children }: { children: ReactNode }) {
  const t = useTranslations('review.leave')
  return (
    <EntranceCard title={t('title')} lead={t('lead')}>
      {children}
    </EntranceCard>
  )
}
