import { Icon } from '#views/icons.tsx'
import { useTranslations } from '#views/language.tsx'

/** Says what staff cannot see or do on a customer's pages. */
export function NotShownPage({ why: reason }: { why: 'readOnly' | 'notShown' }) {
  const t = useTranslations('supportAccess')
  return (
    <section className="mx-auto flex max-w-xl flex-col items-center gap-4 px-4 py-20 text-center">
      <Icon name="warning" className="size-12 text-warning" />
      <h1 className="font-serif text-2xl">{t('notShown.title')}</h1>
      <p className="text-base-content/75">{t(`problem.${reason}`)}</p>
      <a href="/mgmt/home" className="btn btn-primary">
        {t('notShown.home')}
      </a>
    </section>
  )
}
