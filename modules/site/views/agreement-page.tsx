import type { Locale } from '#src/core/i18n.ts'
import { useTranslations } from '#views/language.tsx'
import { AGREEMENT_TYPES, type Agreement, type AgreementTable, type AgreementType } from '../agreements.ts'

interface Props {
  type: AgreementType
  agreement: Agreement
  locale: Locale
  /** All versions, newest first. */
  versions: string[]
  inForce: string
  /** The next version to take effect, if one is published. */
  next: Agreement | undefined
  /** Whether the page asks the reader to accept this version, or the reader has just accepted it. */
  consent: 'asked' | 'given' | null
}

export function AgreementPage(props: Props) {
  const { type, agreement, locale, versions } = props
  const t = useTranslations('site')
  const text = agreement.texts[locale]
  return (
    <article className="mx-auto max-w-3xl px-4 py-8">
      <nav aria-label={t('agreements')} className="mb-6 flex flex-wrap gap-x-5 gap-y-1 text-sm">
        {AGREEMENT_TYPES.map((one) => (
          <a
            key={one}
            href={`/privacy-notice?type=${one}`}
            aria-current={one === type ? 'page' : undefined}
            className={one === type ? 'font-semibold' : 'link link-primary'}
          >
            {t(`agreement.${one}`)}
          </a>
        ))}
      </nav>
      <h1 className="font-serif text-3xl">{text.title}</h1>
      <VersionStatus {...props} />
      <Changes {...props} />
      <p>{text.lead}</p>
      {text.sections.map((section) => (
        <section key={section.title} className="mt-6">
          <h2 className="mb-2 font-serif text-xl">{section.title}</h2>
          {section.paragraphs.map((paragraph) => (
            <p key={paragraph.slice(0, 40)} className="mb-2">
              {paragraph}
            </p>
          ))}
          {section.table && <SectionTable caption={section.title} table={section.table} />}
        </section>
      ))}
      <Versions type={type} version={agreement.version} versions={versions} />
    </article>
  )
}

/** In a narrow window each row becomes a block in which each cell shows the name of its column. */
function SectionTable({ caption, table: { columns, rows } }: { caption: string; table: AgreementTable }) {
  return (
    <table className="table mt-3 max-sm:block">
      <caption className="sr-only">{caption}</caption>
      <thead className="max-sm:hidden">
        <tr className="text-base-content/75">
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {rows.map(([first, ...others]) => (
          <tr key={first} className="max-sm:block max-sm:py-2">
            <th scope="row" className="whitespace-normal text-start align-top max-sm:block max-sm:p-1">
              {first}
            </th>
            {others.map((cell, index) => (
              <td key={columns[index + 1]} className="align-top max-sm:block max-sm:p-1">
                <span className="me-2 text-base-content/75 sm:hidden">{columns[index + 1]}</span>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/**
 * The date on which the version takes effect, and the version that is in force instead or will replace it.
 */
function VersionStatus({ type, agreement, versions, inForce, next }: Props) {
  const t = useTranslations('site')
  const { version, date } = agreement
  const isUpcoming = versions.indexOf(version) < versions.indexOf(inForce)
  const isInForce = version === inForce
  return (
    <>
      <p className="mt-1 mb-5 text-base-content/75 text-sm">
        {t(isUpcoming ? 'inForceFrom' : 'inForceSince', { version, date })}
      </p>
      {!isInForce && (
        <p className="alert alert-warning alert-soft mb-5 text-sm">
          <span>
            {isUpcoming ? t('aheadVersion', { date, version: inForce }) : t('olderVersion')}{' '}
            <a className="link" href={`/privacy-notice?type=${type}`}>
              {t('newestVersion')}
            </a>
          </span>
        </p>
      )}
      {isInForce && next && (
        <p className="alert alert-info alert-soft mb-5 text-sm">
          <span>
            {t('nextVersion', { version: next.version, date: next.date })}{' '}
            <a className="link" href={`/privacy-notice?type=${type}&version=${next.version}`}>
              {t('readNext')}
            </a>
          </span>
        </p>
      )}
    </>
  )
}

/** The changes of the version, with buttons to accept it or to leave; a statement needs no acceptance. */
function Changes({ type, agreement, locale, consent }: Props) {
  const t = useTranslations('site')
  const { version, date, changes } = agreement
  const isStatement = type === 'PRIVACY_STATEMENT'
  if (!changes && !consent) return null
  return (
    <section
      aria-labelledby="changes"
      className="mb-6 rounded-box border border-base-300 bg-base-100 px-4 py-3"
    >
      <h2 id="changes" className="font-serif text-xl">
        {t('changes')}
      </h2>
      {changes ? (
        <ul className="mt-1 list-disc space-y-1 pl-5">
          {changes[locale].map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
      ) : (
        <p className="mt-1">{t('changesInText')}</p>
      )}
      {consent === 'given' && (
        <p role="status" className="alert alert-success alert-soft mt-3 text-sm">
          {t(isStatement ? 'readGiven' : 'consentGiven', { version })}
        </p>
      )}
      {consent === 'asked' && (
        <form method="post" action="/mgmt/acct-info/agreements" className="mt-3">
          <input type="hidden" name="document" value={type} />
          <input type="hidden" name="version" value={version} />
          <p className="mb-3 text-sm">{t(isStatement ? 'readLead' : 'consentLead', { date })}</p>
          <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <button type="submit" className="btn btn-primary">
              {t(isStatement ? 'haveRead' : 'accept', { version })}
            </button>
            {!isStatement && (
              <a className="link text-sm" href="/mgmt/acct-info/deletion">
                {t('leave')}
              </a>
            )}
          </p>
        </form>
      )}
    </section>
  )
}

function Versions({ type, version, versions }: { type: AgreementType; version: string; versions: string[] }) {
  const t = useTranslations('site')
  return (
    <nav aria-label={t('versions')} className="mt-8 border-base-300 border-t pt-4 text-sm">
      <h2 className="font-semibold">{t('versions')}</h2>
      <ul className="mt-1 flex flex-wrap gap-x-4">
        {versions.map((one) => (
          <li key={one}>
            <a
              href={`/privacy-notice?type=${type}&version=${one}`}
              aria-current={one === version ? 'page' : undefined}
              className="link inline-block min-w-6 py-0.5"
            >
              {one}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
