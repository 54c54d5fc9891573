import { useTranslations } from '#views/language.tsx'
import { Panel } from '#views/parts.tsx'

/** Shown while the viewer has no documents: the steps to the first document. */
export function FirstSteps({ template }: { template: string | undefined }) {
  const t = useTranslations('home.first')
  const steps = [
    ['choose', '/mgmt/doc-lib'],
    ['fill', template ? `/mgmt/new-doc?template=${template}` : '/mgmt/new-doc'],
    ['finalise', `/mgmt/faq-list?${new URLSearchParams({ keyword: t('keyword') })}`],
  ] as const
  return (
    <Panel title={t('title')}>
      <p className="mb-3 text-base-content/75">{t('lead')}</p>
      <ol className="grid gap-3 sm:grid-cols-3">
        {steps.map(([step, href], index) => (
          <li key={step}>
            <a
              href={href}
              className="flex h-full gap-3 rounded-box border border-base-300 p-3 hover:border-primary"
            >
              <span className="font-serif text-2xl text-primary tabular-nums" aria-hidden="true">
                {index + 1}
              </span>
              <span>
                <span className="block font-medium">{t(step)}</span>
                <span className="block text-base-content/75 text-sm">{t(`${step}Text`)}</span>
              </span>
            </a>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
