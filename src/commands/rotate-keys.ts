import { parseArgs } from 'node:util'
import { describeAuthorities, rotateKeys } from '#modules/signing/index.ts'
import { withDatabase } from '#src/app/command-database.ts'

/**
 * Makes a new intermediate of the signing authority and retires the present one. `--root` also makes a new
 * root. Running servers use the new one from the next signature on.
 */
const { values } = parseArgs({ options: { root: { type: 'boolean', default: false } } })

await withDatabase(async (db) => {
  const { root } = await rotateKeys(db, values)
  console.log(root ? 'There is a new root and a new intermediate.' : 'There is a new intermediate.')
  for (const { id, kind, name, validUntil: until, retiredAt } of await describeAuthorities(db))
    console.log(
      `${id}  ${kind.padEnd(12)}  ${name.padEnd(24)}  until ${until.toISOString().slice(0, 10)}${retiredAt ? ', retired' : ''}`,
    )
  if (root) console.log('People who trust the root have to get it once more: /authority.crt')
})
