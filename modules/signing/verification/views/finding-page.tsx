import { Icon, type IconName } from '#views/icons.tsx'
import { useTranslations } from '#views/language.tsx'
import { momentText } from '#views/values/moment.tsx'
import type { Finding, Outcome } from '../finding.ts'
import { type PagePicture, PagePictures } from './page-pictures.tsx'
import { RawFacts } from './raw-facts.tsx'
import { SignatureItem } from './signature-item.tsx'
import { keyOf, lastSigned, VerdictList } from './verdict-list.tsx'

interface Props {
  finding: Finding
  parties: Map<string, string>
  pictures: PagePicture[]
  checkedAt: Date
  /** Set for an imported file; otherwise the file was uploaded at /verify. */
  documentId?: string
}

const LOOKS: Record<Outcome, { icon: IconName; tone: string }> = {
  sealed: { icon: 'check', tone: 'border-success' },
  unsealed: { icon: 'info', tone: 'border-warning' },
  changed: { icon: 'warning', tone: 'border-error' },
  foreign: { icon: 'info', tone: 'border-warning' },
  amended: { icon: 'warning', tone: 'border-warning' },
  invalid: { icon: 'warning', tone: 'border-error' },
  unproved: { icon: 'warning', tone: 'border-warning' },
  unclear: { icon: 'info', tone: 'border-warning' },
  timestamped: { icon: 'info', tone: 'border-base-content/40' },
  unsigned: { icon: 'info', tone: 'border-base-content/40' },
}

/**
 * The verdict in large type, then its reasons. `parties` are keyed by the SHA-256 of a signature's revision.
 */
export function FindingPage({ finding, parties, pictures, checkedAt, documentId }: Props) {
  const t = useTranslations('signing.verify')
  const { outcome, cutShort, signatures, additions } = finding
  const { icon, tone } = LOOKS[outcome]
  const others = signatures.filter(({ isTimestamp, ours }) => !isTimestamp && !ours)
  const names = [...new Set(others.map(({ signer }) => signer || t('unnamed')))].join(t('comma'))
  const mixed = outcome === 'foreign' && signatures.some(({ ours }) => ours)
  const cut = outcome === 'changed' && cutShort
  const words = mixed ? 'mixed' : cut ? 'cut' : outcome
  return (
    <div className="mx-auto max-w-3xl px-4 py-10">
      <section className={`rounded-box border-2 bg-base-100 p-5 sm:p-8 ${tone}`}>
        <h1 className="flex items-start gap-3 font-serif text-3xl sm:text-4xl">
          <Icon name={icon} className="mt-1 size-8 shrink-0" />
          <span className="wrap-anywhere">{t(`outcome.${words}.title`, { names })}</span>
        </h1>
        <p className="mt-3 text-lg">
          {t(
            words === 'sealed' && additions.length > 0 ? 'outcome.sealed.textAdded' : `outcome.${words}.text`,
          )}
        </p>
        {!cut && <VerdictList finding={finding} />}
      </section>
      {signatures.length > 0 && !cut && (
        <section className="mt-8">
          <h2 className="font-serif text-xl">{t('signatures', { count: signatures.length })}</h2>
          <ol className="mt-3 space-y-3">
            {signatures.map((one, index) => (
              <SignatureItem
                key={keyOf(one)}
                facts={one}
                place={index + 1}
                of={signatures.length}
                party={parties.get(one.revision)}
                besideOurs={signatures.some(({ ours }) => ours)}
                withLater={outcome !== 'sealed' && outcome !== 'unsealed' && one !== lastSigned(finding)}
              />
            ))}
          </ol>
        </section>
      )}
      {!cut && <PagePictures pictures={pictures} />}
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
