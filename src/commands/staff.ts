import * as v from 'valibot'
import { listStaffForCommand, removeStaffAt } from '#modules/accounts/desk/staff/staff.ts'
import { inviteStaffByCommand } from '#modules/accounts/desk/staff/staff-invitation.ts'
import { withDatabase } from '#src/app/command-database.ts'
import '#src/app/events.ts'
import { STAFF_ROLES, type StaffRole } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'

const HELP = `Makes the first member of staff; later ones are invited at the desk.

  npm run staff -- add "NAME" EMAIL [ROLE…]   prints a link that sets username and password
  npm run staff -- list
  npm run staff -- remove EMAIL

Roles: ${STAFF_ROLES.join(', ')}. Without one the person is a lead, who does everything.`

const isRole = (name: string): name is StaffRole => (STAFF_ROLES as readonly string[]).includes(name)

async function add(db: Db, [name, email, ...roles]: string[]) {
  if (!name || !email) throw new Error(HELP)
  const unknownRole = roles.find((role) => !isRole(role))
  if (unknownRole) throw new Error(`There is no role "${unknownRole}". Roles: ${STAFF_ROLES.join(', ')}`)
  if (!v.is(v.pipe(v.string(), v.email()), email)) throw new Error(`"${email}" is no e-mail address`)
  const grantedRoles = roles.length ? (roles as StaffRole[]) : ['lead' as const]
  const invitation = { name, email: email.toLowerCase(), roles: grantedRoles }
  console.log(await inviteStaffByCommand(db, invitation))
  console.log(`The link works once, for three days. It makes ${name} ${grantedRoles.join(', ')}.`)
}

/** Printed next to the roles, which remain during a suspension. */
const STATE_WORDS: Record<string, string> = { frozen: ' (suspended)', exception: ' (suspended)' }

async function list(db: Db) {
  const staff = await listStaffForCommand(db)
  for (const { name, email, state, staff_roles: roles } of staff)
    console.log(
      `${email}  ${name}  ${state === 'disabled' ? 'removed' : roles.join(', ')}${STATE_WORDS[state] ?? ''}`,
    )
  if (!staff.length) console.log('There is no staff.')
}

async function remove(db: Db, [email]: string[]) {
  if (!email) throw new Error(HELP)
  if (!(await removeStaffAt(db, email))) throw new Error(`No active member of staff has the address ${email}`)
  console.log(`${email} has no access any more.`)
}

const COMMANDS = { add, list, remove }

const [command = '', ...commandArguments] = process.argv.slice(2)
const work = COMMANDS[command as keyof typeof COMMANDS]
if (work) await withDatabase((db) => work(db, commandArguments))
else {
  console.log(HELP)
  if (command) process.exitCode = 1
}
