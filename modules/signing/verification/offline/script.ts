import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Locale, preferredLocale, translate } from '#src/core/i18n.ts'
import { momentText } from '#views/values/moment.tsx'
import { SERVICE_NAMES } from '../../services/service-names.ts'
import type { SignatureFacts } from '../finding.ts'
import { type BundleReport, checkBundle } from './check-bundle.ts'
import { bundleIn, filesInZip } from './read-files.ts'
import { faultsIn } from './report-words.ts'

/**
 * The offline verifier as a program: `node verify.mjs [zip file or folder] [--json] [--lang=en]`, by default
 * for the program's folder. Exit code 0 if the bundle is sound, 1 if not, 2 if there is no bundle.
 */
async function main() {
  const options = process.argv.slice(2).filter((one) => one.startsWith('--'))
  const path = process.argv.slice(2).find((one) => !one.startsWith('--'))
  const option = options.find((one) => one.startsWith('--lang='))?.slice('--lang='.length)
  const locale = preferredLocale(option ?? (process.env.LC_ALL || process.env.LANG || '').replace('_', '-'))
  const files = readBundle(path ?? dirname(fileURLToPath(import.meta.url)))
  if (!files || files.size === 0) {
    process.stderr.write(`${translate(locale)(`signing.offline.${files ? 'noBundle' : 'unreadable'}`)}\n`)
    return 2
  }
  const report = await checkBundle(files, new Date())
  process.stdout.write(options.includes('--json') ? `${JSON.stringify(report)}\n` : wordsOf(report, locale))
  return report.verdict === 'sound' ? 0 : 1
}

/** Null if the file is not a zip file. Throws if there is no such file. */
function readBundle(path: string): Map<string, Uint8Array> | null {
  if (statSync(path).isDirectory()) return bundleIn(filesIn(path))
  try {
    return filesInZip(new Uint8Array(readFileSync(path)))
  } catch {
    return null
  }
}

const filesIn = (folder: string) =>
  new Map(
    readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .map((entry) => {
        const path = join(entry.parentPath, entry.name)
        return [relative(folder, path).split(sep).join('/'), new Uint8Array(readFileSync(path))]
      }),
  )

/** The verdict, then who signed and when, then the facts. */
function wordsOf(report: BundleReport, locale: Locale): string {
  const t = translate(locale)
  const { verdict, documents, log, proofs, authorities, clocks, files } = report
  const signatures = documents.flatMap(({ finding }) =>
    typeof finding === 'string' ? [] : finding.signatures,
  )
  const people = signatures.filter(
    ({ isTimestamp, closingSeal, ours, service }) => (ours || service) && !isTimestamp && !closingSeal,
  )
  const timeText = (iso: string | null) => (iso ? momentText(new Date(iso)) : '–')
  const clock = (one: (typeof people)[number]) =>
    one.timestampedAt && one.clockKnown
      ? t('signing.verify.stamped', { at: timeText(one.timestampedAt), server: one.timestampedBy })
      : t(`signing.verify.${one.ours ? 'ourClock' : 'ownClock'}`, { at: timeText(one.claimedAt) })
  const paragraphs = [
    [t(`signing.offline.verdict.${verdict}.title`), t(`signing.offline.verdict.${verdict}.text`)],
    faultsIn(report, t).map((words) => `  ! ${words}`),
    people.map((one) => `  ${nameOf(one)}: ${clock(one)}`),
    log.problem
      ? []
      : [
          t('signing.offline.logWhole', {
            count: log.rows.length,
            from: log.rows[0]!.number,
            hash: log.rows.at(-1)!.hash,
          }),
        ],
    proofs.problem
      ? []
      : [
          t('signing.offline.inLog', { origin: proofs.origin, size: proofs.size, count: proofs.count }),
          ...(proofs.stampedAt && proofs.clockKnown
            ? [t('signing.offline.stamped', { at: timeText(proofs.stampedAt), server: proofs.stampedBy })]
            : []),
        ],
    [
      t('signing.offline.trust.text'),
      ...authorities.map(
        ({ name, isRoot, fingerprint }) =>
          `  ${t(`signing.offline.trust.${isRoot ? 'root' : 'other'}`)}: ${name}\n    ${fingerprint}`,
      ),
      ...clocks.map(
        ({ name, fingerprint }) => `  ${t('signing.offline.trust.clock')}: ${name}\n    ${fingerprint}`,
      ),
    ],
    [
      t('signing.offline.files'),
      ...files.map(({ name, sha256 }) => `  ${sha256 || '–'.padEnd(64)}  ${name}`),
    ],
    [t('signing.offline.notDrawn')],
  ]
  return `${paragraphs
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`
}

/** The signer with verified contacts. A service signs in its own name or in the signatory's. */
function nameOf({ signer, email, phone, service }: SignatureFacts): string {
  if (!service) return `${signer} <${[email, phone].filter(Boolean).join(', ')}>`
  return signer === SERVICE_NAMES[service] ? signer : `${signer} (${SERVICE_NAMES[service]})`
}

/** Exported for programs that import the verifier. */
export { checkBundle, filesInZip }

const [, startedScript] = process.argv
if (startedScript && realpathSync(startedScript) === fileURLToPath(import.meta.url))
  process.exitCode = await main()
