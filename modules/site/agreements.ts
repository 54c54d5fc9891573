import { parse } from 'yaml'
import { provideAgreementVersions } from '#src/core/agreement-versions.ts'
import { config } from '#src/core/config.ts'
import { LOCALES, type Locale } from '#src/core/i18n.ts'

export const AGREEMENT_TYPES = ['SERVICE_AGREEMENT', 'ACCOUNT_AGREEMENT', 'PRIVACY_STATEMENT'] as const
export type AgreementType = (typeof AGREEMENT_TYPES)[number]

export interface AgreementText {
  title: string
  lead: string
  sections: { title: string; paragraphs: string[] }[]
}

export interface Agreement {
  version: string
  /** The day on which it takes effect, as yyyy-MM-dd. */
  date: string
  texts: Record<Locale, AgreementText>
}

const files = import.meta.glob<string>('./agreements/*/*.yaml', {
  eager: true,
  query: '?raw',
  import: 'default',
})

const newestFirst = (one: string, other: string) => other.localeCompare(one, 'en', { numeric: true })

/** SERVICE_AGREEMENT has its versions in service-agreement/1.0.yaml, and so on. */
const folderOf = (type: AgreementType) => type.toLowerCase().replace('_', '-')

/** The versions of a document, newest first. */
export function versionsOf(type: AgreementType, names = Object.keys(files)): string[] {
  const name = new RegExp(`/${folderOf(type)}/(\\d+\\.\\d+)\\.yaml$`)
  return names.flatMap((file) => name.exec(file)?.[1] ?? []).sort(newestFirst)
}

/** The current document, or an older version; undefined for an unknown version. */
export function findAgreement(type: AgreementType, version = versionsOf(type)[0]): Agreement | undefined {
  const text = files[`./agreements/${folderOf(type)}/${version}.yaml`]
  return text === undefined ? undefined : withCompany(parse(text))
}

/** Fills `{company}` and `{mail}`, the blanks of the texts. */
function withCompany(agreement: Agreement): Agreement {
  const { name, mail } = config.company
  const filled = (locale: Locale) => {
    const fill = (text: string) => text.replaceAll('{company}', name[locale]).replaceAll('{mail}', mail)
    const { title, lead, sections } = agreement.texts[locale]
    return {
      title,
      lead: fill(lead),
      sections: sections.map((one) => ({ title: one.title, paragraphs: one.paragraphs.map(fill) })),
    }
  }
  const texts = Object.fromEntries(LOCALES.map((locale) => [locale, filled(locale)]))
  return { ...agreement, texts: texts as Agreement['texts'] }
}

provideAgreementVersions(() =>
  AGREEMENT_TYPES.map((document) => ({ document, version: findAgreement(document)!.version })),
)
