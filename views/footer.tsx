import { useTranslations } from 'use-intl'
import { SERVICE_MAIL } from './service-mail.ts'

export function Footer() {
  const t = useTranslations('common')
  return (
    <footer className="border-base-300 border-t px-4 py-6 text-base-content/75 text-sm">
      <div className="mx-auto flex max-w-6xl flex-wrap justify-between gap-x-8 gap-y-2">
        <p>{t('footer.line')}</p>
        <p>
          <a className="link link-hover" href={`mailto:${SERVICE_MAIL}`}>
            {SERVICE_MAIL}
          </a>
        </p>
      </div>
    </footer>
  )
}
