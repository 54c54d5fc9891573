import type { Translator } from '#views/language/messages.ts'
import type { BundleReport } from './check-bundle.ts'

/** The problems and open questions of a bundle, in plain language, without duplicates. */
export function faultsIn(report: BundleReport, t: Translator): string[] {
  const { manifest, files, documents, log, proofs } = report
  const faults = [
    ...(manifest.problem ? [t(`signing.offline.manifest.${manifest.problem}`)] : []),
    ...files.flatMap(({ name, state }) =>
      state === 'same' ? [] : [t(`signing.offline.file.${state}`, { name })],
    ),
    ...documents.flatMap(({ name, finding }) => {
      if (typeof finding === 'string') return [t(`signing.offline.document.${finding}`, { name })]
      if (finding.outcome === 'sealed' || finding.outcome === 'kept') return []
      const names = finding.signatures.map(({ signer }) => signer).join(t('signing.verify.comma'))
      const outcome = t(`signing.verify.outcome.${finding.outcome}.title`, { names })
      return [t('signing.offline.outcome', { name, outcome })]
    }),
    ...(proofs.problem ? [t(`signing.offline.proofs.${proofs.problem}`, { row: proofs.row ?? 0 })] : []),
    ...(log.problem ? [t(`signing.offline.log.${log.problem}`, { row: log.row ?? 0 })] : []),
  ]
  return [...new Set(faults)]
}
