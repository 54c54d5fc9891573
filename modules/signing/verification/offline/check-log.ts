import { createHash } from 'node:crypto'
import { revisionsOf } from '../../providers/builtin/pades/revisions.ts'
import type { Finding } from '../finding.ts'

/**
 * unreadable: it is no exported log; broken: its hashes do not fit together; file: it names a file that the
 * signed PDF does not begin with; signature: its signatures are not those of the PDF.
 */
export type LogProblem = 'missing' | 'unreadable' | 'broken' | 'file' | 'signature'

export interface LogReport {
  problem: LogProblem | null
  /** The number of the row with the problem; null when it is none. */
  row: number | null
  rows: LogRow[]
}

/** A row of an exported log; `log-json.ts` of the module documents writes it. */
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

/** Checks the hash chain of a log, and compares the hashes of files and the certificates with the PDF. */
export function checkLog(
  file: Uint8Array | undefined,
  signed: Uint8Array | undefined,
  finding: Finding | null,
): LogReport {
  if (!file) return { problem: 'missing', row: null, rows: [] }
  const log = readLog(file)
  if (!log) return { problem: 'unreadable', row: null, rows: [] }
  const { actions: rows } = log
  const broken = brokenRow(log)
  if (broken !== null) return { problem: 'broken', row: broken, rows }
  const running = rows.slice(
    Math.max(
      0,
      rows.findLastIndex(({ action }) => action === 'start-signing'),
    ),
  )
  const prefixes = prefixHashes(signed ?? new Uint8Array())
  const strange = running.find(({ details }) => details.sha256 && !prefixes.has(String(details.sha256)))
  if (strange) return { problem: 'file', row: strange.number, rows }
  return { problem: sameSigners(running, finding) ? null : 'signature', row: null, rows }
}

interface ExportedLog {
  /** 2: the end of a log. */
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

/** The same rules as public/check-log.mjs. */
function brokenRow({ version, document, actions }: ExportedLog): number | null {
  const first = version === 2 ? actions[0]!.number : 1
  let previous = version === 2 && first > 1 ? actions[0]!.previous : '0'.repeat(64)
  for (const [index, row] of actions.entries()) {
    const number = first + index
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

/** The SHA-256 of the file as it was after each of its revisions, with and without a last line end. */
function prefixHashes(signed: Uint8Array): Set<string> {
  const ends = new Set(revisionsOf(signed).flatMap(({ end, withLineEnd }) => [end, withLineEnd]))
  return new Set([...ends].map((end) => createHash('sha256').update(signed.subarray(0, end)).digest('hex')))
}

/** Whether each logged signature is in the PDF under the certificates that the log names, and no other. */
function sameSigners(rows: LogRow[], finding: Finding | null): boolean {
  const logged = new Set(
    rows
      .filter(({ action }) => action === 'write-signature')
      .flatMap(({ details }) => String(details.serial).split(', ')),
  )
  const found = new Set(
    (finding?.signatures ?? [])
      .filter(({ ours, isTimestamp, closingSeal }) => ours && !isTimestamp && !closingSeal)
      .map(({ certificate }) => certificate?.serial ?? ''),
  )
  return logged.size === found.size && [...logged].every((serial) => found.has(serial))
}
