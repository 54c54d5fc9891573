import { parse } from 'yaml'
import { provideAgreementVersions } from '#src/agreement-versions.ts'
import type { Locale } from '#src/i18n.ts'

export const AGREEMENT_TYPES = ['SERVICE_AGREEMENT', 'ACCOUNT_AGREEMENT', 'PRIVACY_STATEMENT'] as const
export type AgreementType = (typeof AGREEMENT_TYPES)[number]

export interface AgreementText {
  title: string
  lead: string
  sections: { title: string; paragraphs: string[] }[]
}

export interface Agreement {
  version: string
  texts: Record<Locale, AgreementText>
}

const files = import.meta.glob<string>('./agreements/*.yaml', {
  eager: true,
  query: '?raw',
  import: 'default',
})

/** The agreement in force: agreements/service-agreement.yaml for SERVICE_AGREEMENT, and so on. */
export function findAgreement(type: AgreementType): Agreement {
  return parse(files[`./agreements/${type.toLowerCase().replace('_', '-')}.yaml`]!)
}

provideAgreementVersions(() =>
  AGREEMENT_TYPES.map((document) => ({ document, version: findAgreement(document).version })),
)
