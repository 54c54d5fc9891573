import { type Fact, Facts } from '#views/facts.tsx'
import { useTranslations } from '#views/language.tsx'
import { Tag } from '#views/parts.tsx'
import { momentText } from '#views/values/moment.tsx'
import type { SignatureFacts } from '../finding.ts'

interface Props {
  facts: SignatureFacts
  place: number
  of: number
}

/** Words that elsewhere stand within a sentence. */
function Sentence({ children }: { children: string }) {
  return <span className="inline-block first-letter:uppercase">{children}</span>
}

const momentOf = (iso: string | null) => iso && momentText(new Date(iso))

/** What stands on a certificate is in whatever language its holder wrote. */
export function SignatureItem({ facts, place, of }: Props) {
  const t = useTranslations('signing.verify')
  const { certificate, claimedAt, timestampedAt, problems, closingSeal, isTimestamp, signer } = facts
  const stampedBy = facts.timestampedBy || t('unnamed')
  const held = facts.changedAfterwards && facts.ours ? 'heldThen' : 'holds'
  const holds = t(facts.unknownClock ? 'withoutEffect' : held)
  const kind = isTimestamp ? 'timestamp' : closingSeal ? 'seal' : facts.ours ? 'ours' : 'foreign'
  const shown: Fact[] = [
    ...(claimedAt ? [{ label: t('claimedAt'), value: t('at', { at: momentOf(claimedAt)! }) }] : []),
    ...(timestampedAt
      ? [{ label: t('stampedAt'), value: t('stamped', { at: momentOf(timestampedAt)!, server: stampedBy }) }]
      : []),
    ...(certificate
      ? [
          { label: t('issuer'), value: <bdi lang="">{certificate.issuer}</bdi> },
          { label: t('serial'), value: <code>{certificate.serial}</code> },
          {
            label: t('validity'),
            value: t('fromTo', { from: momentOf(certificate.from)!, to: momentOf(certificate.until)! }),
          },
        ]
      : []),
    {
      label: t('state'),
      value: <Sentence>{problems.map((one) => t(`problems.${one}`)).join(t('comma')) || holds}</Sentence>,
    },
  ]
  return (
    <li className="rounded-box border border-base-300 bg-base-100 p-4">
      <h3 className="mb-2 flex flex-wrap items-center gap-2 font-serif text-lg">
        <span className="wrap-anywhere">
          {signer ? <bdi lang="">{signer}</bdi> : <Sentence>{t('unnamed')}</Sentence>}
        </span>
        <Tag>{t(`kind.${kind}`)}</Tag>
        <span className="font-sans text-base-content/75 text-sm">{t('place', { place, of })}</span>
      </h3>
      <Facts facts={shown} />
    </li>
  )
}
