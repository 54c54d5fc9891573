import { useTranslations } from '#views/language.tsx'
import { momentText } from '#views/values/moment.tsx'
import { levelKeys } from '../../identity/identity-level.ts'
import type { Finding } from '../finding.ts'
import type { SignedElsewhere } from '../signed-elsewhere.ts'
import { type PagePicture, PagePictures } from './page-pictures.tsx'
import { RawFacts } from './raw-facts.tsx'
import { isCut, SignatureItems, Verdict } from './verdict.tsx'

interface Props {
  finding: Finding
  parties: Map<string, string>
  pictures: PagePicture[]
  elsewhere: SignedElsewhere[]
  checkedAt: Date
  /** Set for an imported file; undefined for a file uploaded at /verify. */
  documentId?: string
}

/**
 * The verdict in large type, then the reasons for it. `parties` are keyed by the SHA-256 of a signature's
 * revision.
 */
export function FindingPage({ finding, parties, pictures, elsewhere, checkedAt, documentId }: Props) {
  const t = useTranslations('signing.verify')
  const { signatures } = finding
  return (
    <div className="mx-auto max-w-3xl px-4 py-10">
      <Verdict finding={finding} level="h1" />
      {signatures.length > 0 && !isCut(finding) && (
        <section className="mt-8">
          <h2 className="font-serif text-xl">{t('signatures', { count: signatures.length })}</h2>
          <SignatureItems finding={finding} parties={parties} />
        </section>
      )}
      {elsewhere.length > 0 && <ServiceSignatories people={elsewhere} />}
      {!isCut(finding) && <PagePictures pictures={pictures} />}
      <RawFacts finding={finding} />
      {documentId ? (
        <p className="mt-6">
          <a className="btn btn-outline" href={`/mgmt/${documentId}/my-docs-import-view`}>
            {t('toDocument')}
          </a>
        </p>
      ) : (
        <>
          <p className="mt-6 text-base-content/75 text-sm">{t('kept', { at: momentText(checkedAt) })}</p>
          <p className="mt-4">
            <a className="btn btn-outline" href="/verify">
              {t('another')}
            </a>
          </p>
        </>
      )}
    </div>
  )
}

/** Says how other companies' services identified their signatories. */
function ServiceSignatories({ people }: { people: SignedElsewhere[] }) {
  const t = useTranslations('signing')
  return (
    <section className="mt-8">
      <h2 className="font-serif text-xl">{t('verify.elsewhere')}</h2>
      <ul className="mt-2 divide-y divide-base-300 border-base-300 border-y">
        {people.map(({ id, name, party, level }) => (
          <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
            <span className="wrap-anywhere">
              {name}{' '}
              <span className="text-base-content/75 text-sm">{t('party', { key: party.toUpperCase() })}</span>
            </span>
            <span className="text-sm">
              {levelKeys({ service: level }).map((key) => t('level.line', { level: t(`level.${key}`) }))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
