import { Icon, type IconName } from '#views/icons.tsx'
import { useTranslations } from '#views/language.tsx'
import type { Finding, Outcome } from '../finding.ts'
import { SignatureItem } from './signature-item.tsx'
import { keyOf, lastSigned, VerdictList } from './verdict-list.tsx'

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

/** The verdict in large type, then its reasons; `level` of its heading. */
export function Verdict({ finding, level: Heading }: { finding: Finding; level: 'h1' | 'h3' }) {
  const t = useTranslations('signing.verify')
  const { outcome, signatures, additions } = finding
  const { icon, tone } = LOOKS[outcome]
  const others = signatures.filter(({ isTimestamp, ours }) => !isTimestamp && !ours)
  const names = [...new Set(others.map(({ signer }) => signer || t('unnamed')))].join(t('comma'))
  const mixed = outcome === 'foreign' && signatures.some(({ ours }) => ours)
  const words = mixed ? 'mixed' : isCut(finding) ? 'cut' : outcome
  const size = Heading === 'h1' ? 'text-3xl sm:text-4xl' : 'text-xl'
  return (
    <section className={`rounded-box border-2 bg-base-100 p-5 sm:p-8 ${tone}`}>
      <Heading className={`flex items-start gap-3 font-serif ${size}`}>
        <Icon name={icon} className={`mt-1 shrink-0 ${Heading === 'h1' ? 'size-8' : 'size-5'}`} />
        <span className="wrap-anywhere">{t(`outcome.${words}.title`, { names })}</span>
      </Heading>
      <p className="mt-3 text-lg">
        {t(words === 'sealed' && additions.length > 0 ? 'outcome.sealed.textAdded' : `outcome.${words}.text`)}
      </p>
      {!isCut(finding) && <VerdictList finding={finding} />}
    </section>
  )
}

export const isCut = ({ outcome, cutShort }: Finding): boolean => outcome === 'changed' && cutShort

/** Who signed, when and how; `parties` as in `FindingPage`. */
export function SignatureItems({ finding, parties }: { finding: Finding; parties: Map<string, string> }) {
  const { outcome, signatures } = finding
  return (
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
  )
}
