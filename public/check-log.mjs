// Recomputes the hash chain of an action log that was exported as JSON. Needs nothing but Node.js:
//
//   node check-log.mjs action-log.json [hash]
//
// The hash of a row is SHA-256 over the UTF-8 bytes of this compact JSON, with the keys of `details` sorted:
//   [previous, document_id, number, at, identity, operator, action, details]
// `previous` is the hash of the row before; 64 zeros for the first row. A hash on the command line, as printed
// in a certificate of completion or an earlier export, must be the hash of one of the rows: otherwise rows are
// missing at the end, or the whole log was written anew.
//
// A part of a log (version 2 of the format) begins with a later row, whose `previous` cannot be checked; it is
// what parties other than the owner of the document get.
//
// Ends with 0 when the log is whole, 1 when it is not, 2 when the file is no such log.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

const [file, expected] = process.argv.slice(2)

function end(code, words) {
  console.log(words)
  process.exit(code)
}

function read() {
  try {
    const log = JSON.parse(readFileSync(file, 'utf8'))
    if (log.format === 'qishu-action-log' && [1, 2].includes(log.version) && Array.isArray(log.actions)) return log
  } catch {
    // Said below.
  }
  return end(2, 'usage: node check-log.mjs action-log.json [hash]: the file is no action log of version 1 or 2')
}

function hashOf({ previous, document_id, number, at, identity, operator, action, details }) {
  const sorted = Object.fromEntries(Object.entries(details).sort(([a], [b]) => (a < b ? -1 : 1)))
  const text = JSON.stringify([previous, document_id, number, at, identity, operator, action, sorted])
  return createHash('sha256').update(text, 'utf8').digest('hex')
}

const { version, document, actions } = read()
const first = version === 2 ? actions[0]?.number : 1
let previous = version === 2 && first > 1 ? actions[0].previous : '0'.repeat(64)
for (const [index, row] of actions.entries()) {
  const number = first + index
  const inPlace = row?.number === number && row.previous === previous && row.document_id === document?.id
  if (!inPlace || row.hash !== hashOf({ ...row, details: row.details ?? {} })) end(1, `broken at row ${number}`)
  previous = row.hash
}
if (actions.length === 0) end(1, 'broken at row 1: the log is empty')
if (expected && !actions.some(({ hash }) => hash === expected.toLowerCase()))
  end(1, `whole, but no row has the hash ${expected}`)
end(0, `whole${first > 1 ? ` from row ${first}` : ''}: ${actions.length} rows, the last hash is ${previous}`)
