import { parseArgs } from 'node:util'
import { withDatabase } from '#src/app/command-database.ts'
import { changeSecretKey, type KeyReport, refuseConnected } from '#src/app/secret-key/change.ts'
import { acceptLostKey } from '#src/app/secret-key/lost.ts'
import { config, DEMO_SECRET_KEY } from '#src/core/config.ts'
import { isGuessable } from '#src/core/configuration/secret-key.ts'
import type { Db } from '#src/db/db.ts'

const HELP = `With all servers stopped, the new key in SECRET_KEY and the former one in OLD_SECRET_KEY:

  npm run change-secret-key             changes everything to the new key, or nothing
  npm run change-secret-key -- --lost   the former key is lost: makes a new signing authority`

/** The former and the new key. Throws if the new one is missing, guessable or equal to the former one. */
function keysOf(env: Record<string, string | undefined>) {
  const present = env.SECRET_KEY
  // A demo without a configured key uses a publicly known one.
  const former = env.OLD_SECRET_KEY || (config.production ? undefined : DEMO_SECRET_KEY)
  if (!present || !former) throw new Error(HELP)
  if (present === former) throw new Error('SECRET_KEY and OLD_SECRET_KEY are the same.')
  refuseGuessable(present)
  return { former, present }
}

function refuseGuessable(key: string) {
  if (isGuessable(key) || key === DEMO_SECRET_KEY)
    throw new Error('SECRET_KEY can be guessed: let `openssl rand -hex 32` make one')
}

function print(reports: KeyReport[]) {
  for (const { part, carried } of reports) console.log(`${part.padEnd(34)}${carried}`)
  for (const { part, left } of reports)
    if (left.length) {
      process.exitCode = 1
      console.error(`${part}, left as they were because the former key does not fit:\n${left.join('\n')}`)
    }
  console.log('Everything is changed. Start the servers with the new key only, and run `npm run doctor`.')
  console.log('Codes that were sent in the last minutes do not work any more: people ask for new ones.')
}

async function change(db: Db) {
  const reports = await changeSecretKey(db, keysOf(process.env))
  if (reports) print(reports)
  else console.log('SECRET_KEY is the key of this database already: nothing is to be done.')
}

async function accept(db: Db) {
  if (!config.SECRET_KEY) throw new Error(HELP)
  refuseGuessable(config.SECRET_KEY)
  if (!(await acceptLostKey(db)))
    return console.log('SECRET_KEY is the key of this database: nothing is lost.')
  console.log('SECRET_KEY is the key of this database now, with a new signing authority.')
  console.log('What was under the former key is lost: docs/running.md, “If SECRET_KEY is lost”.')
}

const { values } = parseArgs({ options: { lost: { type: 'boolean', default: false } } })

await withDatabase(
  async (db) => {
    await refuseConnected(db)
    await (values.lost ? accept(db) : change(db))
  },
  { connections: 1 },
)
