import { createInterface } from 'node:readline'
import { ERASED, repeatErasure } from '#modules/accounts/erasure.ts'
import { withDatabase } from '#src/app/command-database.ts'
import '#src/app/events.ts'
import { AppError } from '#src/core/errors.ts'
import { isId } from '#src/core/ids.ts'
import type { Db } from '#src/db/db.ts'
import { startJobs, stopJobs } from '#src/jobs/jobs.ts'

/**
 * Reads the server's log from the standard input, and erases again the accounts that it reports as erased,
 * because a restored backup contains the accounts that were erased after it was made.
 */
const HELP = 'npm run --silent repeat-erasures < server.log'

interface Erasure {
  account: string
  staff?: string
  /** When the account was first erased. */
  erasedAt?: Date
}

/** The erasure that a line of the log reports, if any. Other programs may have added text to the line. */
function erasureIn(line: string): Erasure | null {
  if (!line.includes(ERASED)) return null
  try {
    const { event, account, staff, at, time } = JSON.parse(line.slice(line.indexOf('{')))
    if (event !== ERASED || !isId(account)) return null
    const date = new Date(at ?? time)
    const isDate = !Number.isNaN(date.getTime())
    return { account, staff: isId(staff) ? staff : undefined, erasedAt: isDate ? date : undefined }
  } catch {
    return null
  }
}

async function repeatAll(db: Db) {
  const erasures = new Map<string, Erasure>()
  for await (const line of createInterface({ input: process.stdin })) {
    const erasure = erasureIn(line)
    // The first line has the date of the erasure; later lines may repeat it.
    if (erasure && !erasures.has(erasure.account)) erasures.set(erasure.account, erasure)
  }
  await startJobs(db, { supervise: false })
  try {
    for (const { account, staff: staffId, erasedAt } of erasures.values()) {
      const result = await repeatErasure(db, account, { staffId, at: erasedAt }).catch((error) => {
        if (!(error instanceof AppError)) throw error
        process.exitCode = 1
        return `not erased: ${error.code}`
      })
      console.log(`${account}  ${result}`)
    }
  } finally {
    await stopJobs()
  }
  console.log(`${erasures.size} erasures in the log.`)
}

if (process.stdin.isTTY) {
  console.error(HELP)
  process.exitCode = 1
} else await withDatabase(repeatAll, { shared: true })
