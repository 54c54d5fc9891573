import { type Fact, Facts } from '#views/facts.tsx'
import { Icon, type IconName } from '#views/icons.tsx'
import { useTranslations } from '#views/language.tsx'
import { momentText } from '#views/values/moment.tsx'
import type { Finding } from '../../finding.ts'
import { RawFacts } from '../../views/raw-facts.tsx'
import { isCut, SignatureItems, Verdict } from '../../views/verdict.tsx'
import { NAMES } from '../bundle-names.ts'
import type { BundleReport, BundleVerdict, TrustedCertificate } from '../check-bundle.ts'
import { faultsIn } from '../report-words.ts'

const LOOKS: Record<BundleVerdict, { icon: IconName; tone: string }> = {
  sound: { icon: 'check', tone: 'border-success' },
  open: { icon: 'info', tone: 'border-warning' },
  altered: { icon: 'warning', tone: 'border-error' },
}

/** The verdict on a bundle, then who signed and when, then the facts. */
export function ReportView({ report }: { report: BundleReport }) {
  const t = useTranslations('signing.offline')
  const { documents } = report
  return (
    <div className="mt-6 space-y-8" data-verdict={report.verdict}>
      <BundleVerdictCard report={report} />
      {documents.map(({ name, finding }) => (
        <DocumentSection
          key={name}
          title={t(name === NAMES.signed ? 'signed' : 'certificate')}
          finding={typeof finding === 'string' ? null : finding}
        />
      ))}
      <BundleFacts report={report} />
      <Trust {...report} />
      <FileList report={report} />
      <p className="text-base-content/75 text-sm">{t('notDrawn')}</p>
    </div>
  )
}

function BundleVerdictCard({ report }: { report: BundleReport }) {
  const t = useTranslations('signing.offline')
  const faults = faultsIn(report, useTranslations())
  const { icon, tone } = LOOKS[report.verdict]
  return (
    <section className={`rounded-box border-2 bg-base-100 p-5 sm:p-8 ${tone}`}>
      <h2 className="flex items-start gap-3 font-serif text-3xl">
        <Icon name={icon} className="mt-1 size-8 shrink-0" />
        {t(`verdict.${report.verdict}.title`)}
      </h2>
      <p className="mt-3 text-lg">{t(`verdict.${report.verdict}.text`)}</p>
      {faults.length > 0 && (
        <ul className="wrap-anywhere mt-3 list-disc space-y-1 pl-5">
          {faults.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Empty, because the certificates themselves name the parties. */
const NO_PARTIES = new Map<string, string>()

function DocumentSection({ title, finding }: { title: string; finding: Finding | null }) {
  if (!finding) return null
  return (
    <section>
      <h2 className="mb-3 font-serif text-2xl">{title}</h2>
      <Verdict finding={finding} level="h3" />
      {!isCut(finding) && <SignatureItems finding={finding} parties={NO_PARTIES} />}
      <RawFacts finding={finding} />
    </section>
  )
}

const inLog = ({ origin, size, count }: BundleReport['proofs']) => ({ origin, size, count })

function BundleFacts({ report: { manifest, log, proofs } }: { report: BundleReport }) {
  const t = useTranslations('signing.offline')
  const readManifest = manifest.manifest
  const lastRow = log.rows.at(-1)
  const facts: Fact[] = [
    ...(readManifest
      ? [
          { label: t('number'), value: `${readManifest.document?.name} · ${readManifest.document?.number}` },
          { label: t('madeAt'), value: t('shanghai', { at: momentText(new Date(readManifest.made_at)) }) },
        ]
      : []),
    { label: t('madeBy'), value: manifest.signer },
    ...(lastRow && !log.problem
      ? [
          {
            label: t('logFact'),
            value: t('logWhole', { count: log.rows.length, from: log.rows[0]!.number, hash: lastRow.hash }),
          },
        ]
      : []),
    ...(proofs.problem === null ? [{ label: t('publicLog'), value: t('inLog', inLog(proofs)) }] : []),
    ...(proofs.stampedAt
      ? [
          {
            label: t('loggedAt'),
            value: t(proofs.clockKnown ? 'stamped' : 'stampedUnknown', {
              at: momentText(new Date(proofs.stampedAt)),
              server: proofs.stampedBy,
            }),
          },
        ]
      : []),
  ]
  return (
    <section>
      <h2 className="mb-3 font-serif text-2xl">{t('about')}</h2>
      <Facts facts={facts} />
    </section>
  )
}

function Trust({ authorities, clocks }: Pick<BundleReport, 'authorities' | 'clocks'>) {
  const t = useTranslations('signing.offline.trust')
  const factOf = (label: string, { name, fingerprint }: TrustedCertificate): Fact => ({
    label,
    value: (
      <>
        {name}
        <code className="block text-sm">{inPairs(fingerprint)}</code>
      </>
    ),
  })
  return (
    <section>
      <h2 className="font-serif text-2xl">{t('title')}</h2>
      <p className="my-3">{t('text')}</p>
      <Facts
        facts={[
          ...authorities.map((one) => factOf(t(one.isRoot ? 'root' : 'other'), one)),
          ...clocks.map((one) => factOf(t('clock'), one)),
        ]}
      />
    </section>
  )
}

/** Digits in pairs, as programs show fingerprints. */
const inPairs = (hex: string) => hex.toUpperCase().match(/../g)?.join(':') ?? ''

function FileList({ report: { files } }: { report: BundleReport }) {
  const t = useTranslations('signing.offline')
  return (
    <details>
      <summary className="cursor-pointer font-semibold">{t('files')}</summary>
      <div className="mt-3">
        <Facts facts={files.map(({ name, sha256 }) => ({ label: name, value: <code>{sha256}</code> }))} />
      </div>
    </details>
  )
}
