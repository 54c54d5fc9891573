import { parse } from 'yaml'
import { provideAgreementVersions } from '#src/core/agreement-versions.ts'
import { shanghaiDay } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import { LOCALES, type Locale } from '#src/core/i18n.ts'

export const AGREEMENT_TYPES = ['SERVICE_AGREEMENT', 'ACCOUNT_AGREEMENT', 'PRIVACY_STATEMENT'] as const
export type AgreementType = (typeof AGREEMENT_TYPES)[number]

export interface AgreementText {
  title: string
  lead: string
  sections: AgreementSection[]
}

export interface AgreementSection {
  title: string
  paragraphs: string[]
  /** Shown below the paragraphs; each row has one cell per column. */
  table?: AgreementTable
}

export interface AgreementTable {
  columns: string[]
  rows: string[][]
}

export interface Agreement {
  version: string
  /** The day on which the version takes effect in Shanghai, as yyyy-MM-dd. */
  date: string
  /** What the version changes, one sentence per change, for those who accepted the previous version. */
  changes?: Record<Locale, string[]>
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

const parsedFiles = new Map<string, Agreement>()

/** The file of a version, unchanged and parsed only once. */
function readAgreement(type: AgreementType, version: string | undefined): Agreement | undefined {
  const name = `./agreements/${folderOf(type)}/${version}.yaml`
  const text = files[name]
  if (text === undefined) return undefined
  const agreement: Agreement = parsedFiles.get(name) ?? parse(text)
  parsedFiles.set(name, agreement)
  return agreement
}

const dateOf = (type: AgreementType, version: string) => readAgreement(type, version)!.date

/**
 * The newest version in effect on `day` (yyyy-MM-dd). Before the first version takes effect it is the oldest
 * version, so that there is always one to accept.
 */
export function versionInForce(type: AgreementType, day = shanghaiDay()): string {
  const versions = versionsOf(type)
  return versions.find((version) => dateOf(type, version) <= day) ?? versions.at(-1)!
}

/** The versions newer than the one in force; the next to take effect comes first. */
export function upcomingVersionsOf(type: AgreementType, day = shanghaiDay()): string[] {
  const versions = versionsOf(type)
  return versions.slice(0, versions.indexOf(versionInForce(type, day))).reverse()
}

/** The version in force, or the requested version; undefined for an unknown version. */
export function findAgreement(type: AgreementType, version = versionInForce(type)): Agreement | undefined {
  const agreement = readAgreement(type, version)
  return agreement && withCompany(agreement)
}

/** The address of the page of one version. */
export const agreementPath = (type: string, version: string) =>
  `/privacy-notice?type=${type}&version=${version}`

/** All versions that are published but not yet in force. */
export const upcomingAgreements = () =>
  AGREEMENT_TYPES.flatMap((type) =>
    upcomingVersionsOf(type).map((version) => ({ type, agreement: findAgreement(type, version)! })),
  )

/** Fills `{company}` and `{mail}`, the blanks of the texts. */
function withCompany(agreement: Agreement): Agreement {
  const { name, mail } = config.company
  const filled = (locale: Locale) => {
    const fill = (text: string) => text.replaceAll('{company}', name[locale]).replaceAll('{mail}', mail)
    const { title, lead, sections } = agreement.texts[locale]
    return {
      title,
      lead: fill(lead),
      sections: sections.map((one) => ({ ...one, paragraphs: one.paragraphs.map(fill) })),
    }
  }
  const texts = Object.fromEntries(LOCALES.map((locale) => [locale, filled(locale)]))
  return { ...agreement, texts: texts as Agreement['texts'] }
}

provideAgreementVersions(
  () => AGREEMENT_TYPES.map((document) => ({ document, version: versionInForce(document) })),
  () => upcomingAgreements().map(({ type, agreement }) => ({ document: type, version: agreement.version })),
)
