import { useTranslations } from '#views/language.tsx'
import { Tag } from '#views/parts.tsx'
import { isAnsweredFirst, type Support } from './support.ts'

type Props = Support & { queue: 'chat' | 'requests' }

/** The customer's package, and whether its customers are answered first in this queue. */
export function SupportLevel({ queue, ...support }: Props) {
  const t = useTranslations('orders')
  if (!support.package) return null
  const first = queue === 'chat' ? support.chatSupport : isAnsweredFirst(support)
  return (
    <span className="inline-flex flex-wrap gap-1">
      <Tag>{t(`package.${support.package}`)}</Tag>
      {first && <Tag accent>{t('support.first')}</Tag>}
      {support.technicalSupport === 'personal' && <Tag>{t('support.personal')}</Tag>}
    </span>
  )
}
