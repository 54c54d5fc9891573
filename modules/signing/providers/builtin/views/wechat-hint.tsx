import { useTranslations } from '#views/language.tsx'

/** Explains how to save a file, because the browser inside WeChat cannot save files. */
export function WeChatHint() {
  const t = useTranslations('signing')
  return <p className="mt-2 max-w-prose text-base-content/75 text-sm">{t('inWeChat')}</p>
}
