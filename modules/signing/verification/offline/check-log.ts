import { createHash } from 'node:crypto'
import { revisionsOf } from '../../providers/builtin/pades/revisions.ts'
import { KEEPS_SIGNATURES, SERVICES } from '../../providers/provider-name.ts'
import type { Finding } from '../finding.ts'
import type { StageFile } from '../kept-file.ts'

/**
 * unreadable: not an exported log; broken: its hash chain is inconsistent; file: it names a file that is not
 * the beginning of the signed PDF; signature: its signatures differ from those in the PDF; report: its
 * reports of services differ from the files.
 */
export type LogProblem = 'missing' | 'unreadable' | 'broken' | 'file' | 'signature' | 'report'

export interface LogReport {
  problem: LogProblem | null
  /** Number of the row with the problem; null if the problem concerns the whole log. */
  row: number | null
  rows: LogRow[]
}

/** A row of an exported log, which the documents module writes in `log-json.ts`. */
export interface LogRow {
  document_id: string
  number: number
  at: string
  identity: string
  operator: string
  action: string
  details: Record<string, string | number>
  previous: string
  hash: string
}

/** Checks the hash chain of a log, and compares its hashes and certificates with those of the bundle. */
export function checkLog(
  file: Uint8Array | undefined,
  signed: Uint8Array | undefined,
  finding: Finding | null,
  reports: Uint8Array[],
): LogReport {
  if (!file) return { problem: 'missing', row: null, rows: [] }
  const log = readLog(file)
  if (!log) return { problem: 'unreadable', row: null, rows: [] }
  const { actions: rows } = log
  const brokenNumber = brokenRow(log)
  if (brokenNumber !== null) return { problem: 'broken', row: brokenNumber, rows }
  const signingRows = rowsSince(rows, ({ action }) => action === 'start-signing')
  const prefixes = prefixHashes(signed ?? new Uint8Array())
  const unknownFile = filesNamed(rowsSince(signingRows, isRewriting)).find(
    ({ details }) => !prefixes.has(String(details.sha256)),
  )
  if (unknownFile) return { problem: 'file', row: unknownFile.number, rows }
  const reportProblem = findReportProblem(signingRows, reports)
  if (reportProblem) return { problem: 'report', ...reportProblem, rows }
  return { problem: sameSigners(signingRows, finding) ? null : 'signature', row: null, rows }
}

/** The rows from the last match onwards; all rows if there is no match. */
const rowsSince = (rows: LogRow[], matches: (row: LogRow) => boolean) =>
  rows.slice(Math.max(0, rows.findLastIndex(matches)))

/** Whether a service signed that rewrites the file, which changes the beginning of the file. */
const isRewriting = ({ action, details }: LogRow) =>
  action === 'fetch-signed-file' &&
  SERVICES.some((name) => name === details.provider && !KEEPS_SIGNATURES[name])

/** The rows that name a version of the document. */
const filesNamed = (rows: LogRow[]) =>
  rows.filter(({ action, details }) => details.sha256 && action !== 'fetch-evidence')

/** The row of a missing report, or no row for a report that the log does not name. */
function findReportProblem(rows: LogRow[], reports: Uint8Array[]): { row: number | null } | null {
  const reportRows = rows.filter(({ action }) => action === 'fetch-evidence')
  const actualHashes = new Set(reports.map((bytes) => createHash('sha256').update(bytes).digest('hex')))
  const missingRow = reportRows.find(({ details }) => !actualHashes.has(String(details.sha256)))
  if (missingRow) return { row: missingRow.number }
  const hashes = new Set(reportRows.map(({ details }) => details.sha256))
  return [...actualHashes].every((hash) => hashes.has(hash)) ? null : { row: null }
}

/**
 * Only rows with these actions name the file of a completed signing; the file gets new time-stamps later.
 */
const COMPLETING_ACTIONS = new Set(['complete-signing', 'renew-proof'])

/**
 * The files of the signing that was completed with this file, according to its log; none for any other file.
 */
export function stageFilesOf(rows: LogRow[], sha256: string): StageFile[] {
  const signingRows = filesNamed(rowsSince(rows, ({ action }) => action === 'start-signing'))
  const isCompleted = signingRows.some(
    ({ action, details }) => COMPLETING_ACTIONS.has(action) && details.sha256 === sha256,
  )
  if (!isCompleted || !signingRows.some(({ action }) => action === 'fetch-signed-file')) return []
  const services = new Map<string, StageFile['service']>()
  for (const { action, details } of signingRows) {
    const hash = String(details.sha256)
    if (action === 'fetch-signed-file') services.set(hash, serviceNamed(details.provider))
    else if (!services.has(hash)) services.set(hash, null)
  }
  return [...services].map(([hash, service]) => ({ sha256: hash, service }))
}

const serviceNamed = (name: unknown) => SERVICES.find((service) => service === name) ?? null

interface ExportedLog {
  /** Version 2 marks the end of a log. */
  version: 1 | 2
  document: { id: string }
  actions: LogRow[]
}

function readLog(file: Uint8Array): ExportedLog | null {
  try {
    const log = JSON.parse(new TextDecoder().decode(file))
    const isLog = log.format === 'qishu-action-log' && [1, 2].includes(log.version) && log.document
    return isLog && Array.isArray(log.actions) && log.actions.length > 0 ? log : null
  } catch {
    return null
  }
}

/** Follows the same rules as public/check-log.mjs. */
function brokenRow({ version, document, actions }: ExportedLog): number | null {
  const firstNumber = version === 2 ? actions[0]!.number : 1
  let previous = version === 2 && firstNumber > 1 ? actions[0]!.previous : '0'.repeat(64)
  for (const [index, row] of actions.entries()) {
    const number = firstNumber + index
    const isNext = row.number === number && row.previous === previous && row.document_id === document.id
    if (!isNext || row.hash !== rowHash(row)) return number
    previous = row.hash
  }
  return null
}

function rowHash({ previous, document_id, number, at, identity, operator, action, details }: LogRow): string {
  const sorted = Object.fromEntries(Object.entries(details ?? {}).sort(([a], [b]) => (a < b ? -1 : 1)))
  const text = JSON.stringify([previous, document_id, number, at, identity, operator, action, sorted])
  return createHash('sha256').update(text).digest('hex')
}

/** SHA-256 of the file after each of its revisions, with and without a final line end. */
function prefixHashes(signed: Uint8Array): Set<string> {
  const ends = new Set(revisionsOf(signed).flatMap(({ end, withLineEnd }) => [end, withLineEnd]))
  return new Set([...ends].map((end) => createHash('sha256').update(signed.subarray(0, end)).digest('hex')))
}

/** Whether the PDF contains exactly the logged signatures, under the certificates that the log names. */
function sameSigners(rows: LogRow[], finding: Finding | null): boolean {
  const loggedSerials = new Set(
    rows
      .filter(({ action }) => action === 'write-signature')
      .flatMap(({ details }) => String(details.serial).split(', ')),
  )
  const signedSerials = new Set(
    (finding?.signatures ?? [])
      .filter(({ ours, isTimestamp, closingSeal }) => ours && !isTimestamp && !closingSeal)
      .map(({ certificate }) => certificate?.serial ?? ''),
  )
  return (
    loggedSerials.size === signedSerials.size &&
    [...loggedSerials].every((serial) => signedSerials.has(serial))
  )
}
