import { useTranslations } from '#views/language.tsx'

/** How to save a file, for the browser inside WeChat, which cannot. */
export function WeChatHint() {
  const t = useTranslations('signing')
  return <p className="mt-2 max-w-prose text-base-content/75 text-sm">{t('inWeChat')}</p>
}
