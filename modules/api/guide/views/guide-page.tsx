import type { ReactNode } from 'react'
import { config } from '#src/core/config.ts'
import { type Operation, operations } from '#src/http/programs/operation.ts'
import { useTranslations } from '#views/language.tsx'
import { PageHead } from '#views/parts.tsx'
import { KEYS } from '../../keys/views/keys-page.tsx'
import { summaryOf } from '../../v1/summary.ts'

export const GUIDE = '/developers'

const RULES = ['auth', 'language', 'idempotency', 'pages', 'errors', 'limits', 'values'] as const

export function GuidePage() {
  const t = useTranslations('api.guide')
  return (
    <div className="mx-auto grid max-w-5xl gap-8 px-4 py-8">
      <PageHead title={t('title')} lead={t('lead')}>
        <a href={KEYS} className="btn btn-primary">
          {t('keys')}
        </a>
      </PageHead>
      <Section id="rules" title={t('rulesTitle')}>
        <CodeLine>{`curl -H "Authorization: Bearer qishu_…" ${config.baseUrl}/api/v1/templates`}</CodeLine>
        <ul className="grid max-w-prose list-disc gap-2 ps-5">
          {RULES.map((rule) => (
            <li key={rule}>{t(`rules.${rule}`)}</li>
          ))}
        </ul>
      </Section>
      <Examples />
      <Operations />
      <Webhooks />
      <Assistants />
    </div>
  )
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <h2 id={id} className="font-semibold text-xl">
        {title}
      </h2>
      {children}
    </section>
  )
}

/** A line of code. */
function CodeLine({ children }: { children: string }) {
  return (
    <pre className="wrap-anywhere whitespace-pre-wrap rounded-box bg-base-200 p-4 text-sm">
      <code>{children}</code>
    </pre>
  )
}

const examples = import.meta.glob<string>('../examples/draft.*', {
  query: '?raw',
  import: 'default',
  eager: true,
})

const LANGUAGES = { sh: 'curl', ts: 'TypeScript', py: 'Python' } as const

function Examples() {
  const t = useTranslations('api.guide')
  return (
    <Section id="examples" title={t('examplesTitle')}>
      <p className="max-w-prose">{t('examplesLead')}</p>
      {Object.entries(LANGUAGES).map(([ending, name], index) => (
        <details
          key={ending}
          className="collapse-arrow collapse border border-base-300 bg-base-100"
          open={index === 0}
        >
          <summary className="collapse-title font-medium">{name}</summary>
          <div className="collapse-content">
            <section
              // biome-ignore lint/a11y/noNoninteractiveTabindex: what does not fit has to be reached by keyboard
              tabIndex={0}
              aria-label={name}
              className="overflow-x-auto"
            >
              <pre lang="en" className="text-sm">
                <code>{examples[`../examples/draft.${ending}`]!.trim()}</code>
              </pre>
            </section>
          </div>
        </details>
      ))}
    </Section>
  )
}

const GROUPS = ['templates', 'documents', 'imports', 'contacts', 'verification', 'usage']
const groupOf = ({ path }: Operation) => GROUPS.indexOf(path.split('/')[1]!)

const inOrder = () =>
  operations.toSorted((one, other) => groupOf(one) - groupOf(other) || one.path.localeCompare(other.path))

function Operations() {
  const t = useTranslations('api.guide')
  const scopes = useTranslations('api.scope')
  const all = useTranslations()
  return (
    <Section id="operations" title={t('operationsTitle')}>
      <p className="max-w-prose">
        {t('operationsLead')}{' '}
        <a className="link link-primary" href="/api/v1/openapi.json">
          {t('openApi')}
        </a>
      </p>
      <ul className="divide-y divide-base-300 rounded-box border border-base-300 bg-base-100">
        {inOrder().map((one) => (
          <li key={`${one.method} ${one.path}`} className="grid gap-1 p-3 md:grid-cols-2 md:gap-4">
            <code className="wrap-anywhere text-sm">
              <span className="font-semibold uppercase">{one.method}</span>{' '}
              {one.path.replace(/:(\w+)/g, '{$1}')}
            </code>
            <div>
              <p>{summaryOf(one, all)}</p>
              {one.scope && (
                <p className="text-base-content/75 text-sm">
                  {t('needs', { scope: scopes(`${one.scope}.short`) })} <code>{one.scope}</code>
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Webhooks() {
  const t = useTranslations('api.guide')
  return (
    <Section id="webhooks" title={t('webhooksTitle')}>
      <p className="max-w-prose">{t('webhooks')}</p>
      <p>
        <a className="link link-primary" href="/mgmt/acct-info/webhooks">
          {t('endpoints')}
        </a>
      </p>
    </Section>
  )
}

function Assistants() {
  const t = useTranslations('api.guide')
  const scopes = useTranslations('api.scope')
  return (
    <Section id="assistants" title={t('assistantsTitle')}>
      <p className="max-w-prose">{t('assistants', { scope: scopes('assistants:use.short') })}</p>
      <CodeLine>{`${config.baseUrl}/mcp`}</CodeLine>
    </Section>
  )
}
