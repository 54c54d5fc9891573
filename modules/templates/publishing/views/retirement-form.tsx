import type { Template } from '#assembly/template/template.ts'
import { localeOf, twinIn } from '#assembly/template/words-in.ts'
import { ActionForm } from '#views/action-card.tsx'
import { useLocale, useTranslations } from '#views/language.tsx'

/** Asks for confirmation before a template is retired. */
export function RetirementForm({ template: { code, title, feeCategory } }: { template: Template }) {
  const t = useTranslations('publishing.retirement')
  const locale = localeOf(useLocale())
  return (
    <ActionForm
      id="retirement-form"
      action={`/desk/templates/${code}/retirement`}
      submit={t('submit')}
      cancel={`/desk/templates/${code}`}
      isDestructive
    >
      <p className="wrap-anywhere">{t('text', { title: twinIn(title, locale) })}</p>
      {feeCategory === 'free-demo' && <p className="alert alert-warning alert-soft mt-3">{t('freeDemo')}</p>}
    </ActionForm>
  )
}
