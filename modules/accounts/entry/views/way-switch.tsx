import { useTranslations } from '#views/language.tsx'
import { type LoginParameters, linkTo } from './links.ts'

interface Props extends LoginParameters {
  path: string
  channel?: string
}

/**
 * Links that choose whether the code is sent to an email or a mobile number; with script only this part of
 * the form changes.
 */
export function WaySwitch({ path, channel = 'email', returnUrl, social }: Props) {
  const t = useTranslations('accounts')
  return (
    <nav aria-label={t('verifyBy')} className="tabs tabs-border -ml-3 mb-1">
      {(['email', 'mobile'] as const).map((one) => (
        <a
          key={one}
          href={linkTo(path, { returnUrl, social }, { channel: one })}
          hx-get={linkTo(path, { returnUrl, social }, { channel: one })}
          hx-target="#code-part"
          hx-swap="outerHTML"
          aria-current={one === channel ? 'page' : undefined}
          className={`tab px-3 ${one === channel ? 'tab-active font-medium' : 'text-base-content/75'}`}
        >
          {t(`by.${one}`)}
        </a>
      ))}
    </nav>
  )
}
