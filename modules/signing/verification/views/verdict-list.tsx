import { useTranslations } from '#views/language.tsx'
import type { Finding, SignatureFacts } from '../finding.ts'
import { AdditionList } from './addition-list.tsx'
import { ChangeList } from './change-list.tsx'
import { LaterList } from './later-list.tsx'

/**
 * How many signatures are valid, why the others are not (a common cause is stated once), and the differences
 * after the signatures.
 */
export function VerdictList({ finding }: { finding: Finding }) {
  const t = useTranslations('signing.verify')
  const { outcome, usageRights, additions } = finding
  const signatures = finding.signatures.filter(({ isTimestamp }) => !isTimestamp)
  const ours = signatures.some((one) => one.ours)
  const lastSignature = lastSigned(finding)
  return (
    <>
      {signatures.length > 1 && <Counts signatures={signatures} />}
      <Causes signatures={finding.signatures} />
      {outcome === 'changed' && ours && finding.changes.length > 0 && (
        <ChangeList changes={finding.changes} />
      )}
      {ours ? (
        <AdditionList additions={additions} />
      ) : (
        lastSignature && <LaterList facts={lastSignature} isLast />
      )}
      {ours && outcome === 'changed' && finding.changes.length === 0 && lastSignature && (
        <LaterList facts={lastSignature} isLast />
      )}
      {usageRights && <p className="mt-3">{t('usageRights')}</p>}
    </>
  )
}

/** The last signature; the differences after it are part of the verdict. */
export const lastSigned = ({ signatures }: Finding): SignatureFacts | undefined =>
  signatures.findLast(({ isTimestamp }) => !isTimestamp) ?? signatures.at(-1)

function Counts({ signatures }: { signatures: SignatureFacts[] }) {
  const t = useTranslations('signing.verify.count')
  const number = (state: SignatureFacts['state']) => signatures.filter((one) => one.state === state).length
  const validCount = number('holds')
  const unclear = number('unclear')
  const fails = number('fails')
  return (
    <p className="mt-3 text-lg">
      {t('holds', { held: validCount, count: signatures.length })}{' '}
      {unclear > 0 && t('unclear', { count: unclear })} {fails > 0 && t('fails', { count: fails })}
    </p>
  )
}

function Causes({ signatures }: { signatures: SignatureFacts[] }) {
  const t = useTranslations('signing.verify')
  const words = ({ problems }: SignatureFacts) => problems.map((one) => t(`problems.${one}`)).join(t('comma'))
  const faultySignatures = signatures.filter(({ problems }) => problems.length > 0)
  if (faultySignatures.length === 0) return null
  const [firstCause] = faultySignatures.map(words)
  const commonProblem =
    faultySignatures.length > 1 &&
    faultySignatures.length === signatures.length &&
    faultySignatures.every((one) => words(one) === firstCause)
  if (commonProblem)
    return <p className="mt-3">{t('cause', { count: faultySignatures.length, what: firstCause! })}</p>
  return (
    <ul className="mt-4 list-disc space-y-1 pl-5">
      {faultySignatures.map((one) => (
        <li key={keyOf(one)} className="wrap-anywhere">
          {t('broken', { name: one.signer || t('unnamed'), what: words(one) })}
        </li>
      ))}
    </ul>
  )
}

/** Several signatures may be at the same place. */
export const keyOf = ({ range, field, signer, certificate }: SignatureFacts): string =>
  [...range, field, signer, certificate?.serial].join()
