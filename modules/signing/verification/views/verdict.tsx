import { Icon, type IconName } from '#views/icons.tsx'
import { useTranslations } from '#views/language.tsx'
import { SERVICE_NAMES } from '../../services/service-names.ts'
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
  kept: { icon: 'check', tone: 'border-success' },
  unproved: { icon: 'warning', tone: 'border-warning' },
  unclear: { icon: 'info', tone: 'border-warning' },
  timestamped: { icon: 'info', tone: 'border-base-content/40' },
  unsigned: { icon: 'info', tone: 'border-base-content/40' },
}

/** The verdict in large type, then the reasons for it; `level` is that of the heading. */
export function Verdict({ finding, level: Heading }: { finding: Finding; level: 'h1' | 'h3' }) {
  const t = useTranslations('signing.verify')
  const { outcome, signatures, additions, services } = finding
  const { icon, tone } = LOOKS[outcome]
  const otherSignatures = signatures.filter(({ isTimestamp, ours }) => !isTimestamp && !ours)
  const names = [...new Set(otherSignatures.map(({ signer }) => signer || t('unnamed')))].join(t('comma'))
  const serviceText = services.map((service) => SERVICE_NAMES[service]).join(t('comma'))
  const words = wordsOf(finding)
  const size = Heading === 'h1' ? 'text-3xl sm:text-4xl' : 'text-xl'
  return (
    <section className={`rounded-box border-2 bg-base-100 p-5 sm:p-8 ${tone}`}>
      <Heading className={`flex items-start gap-3 font-serif ${size}`}>
        <Icon name={icon} className={`mt-1 shrink-0 ${Heading === 'h1' ? 'size-8' : 'size-5'}`} />
        <span className="wrap-anywhere">{t(`outcome.${words}.title`, { names, services: serviceText })}</span>
      </Heading>
      <p className="mt-3 text-lg">
        {words === 'sealed' && additions.length > 0
          ? t('outcome.sealed.textAdded')
          : t(`outcome.${words}.text`, { services: serviceText })}
      </p>
      {!isCut(finding) && <VerdictList finding={finding} />}
    </section>
  )
}

function wordsOf(finding: Finding) {
  const { outcome, signatures } = finding
  const ours = signatures.some((one) => one.ours)
  if (outcome === 'foreign' && ours) return 'mixed'
  if (outcome === 'kept' && !ours) return 'keptElsewhere'
  return isCut(finding) ? 'cut' : outcome
}

export const isCut = ({ outcome, cutShort }: Finding): boolean => outcome === 'changed' && cutShort

/** The outcomes without a change after any signature. */
const UNCHANGED: ReadonlySet<Outcome> = new Set(['sealed', 'unsealed', 'kept'])

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
          total={signatures.length}
          party={parties.get(one.revision)}
          besideOurs={signatures.some(({ ours }) => ours)}
          withLater={!UNCHANGED.has(outcome) && one !== lastSigned(finding)}
        />
      ))}
    </ol>
  )
}
