import { withDatabase } from '#src/app/command-database.ts'
import '#src/app/events.ts'
import '#src/app/schedule.ts'
import { type DemoEnd, endDemo, planDemoEnd } from '#src/demo/end-demo.ts'
import { startJobs, stopJobs } from '#src/jobs/jobs.ts'

/**
 * Lists the accounts of the demo. With --yes, erases those without a new owner, with their teams, and
 * disables the publicly known password.
 */
const isConfirmed = process.argv.includes('--yes')

function print({ erased, takenOver, disabled }: DemoEnd) {
  for (const { username, name, team } of erased) console.log(`erased    ${username}  ${name}, with ${team}`)
  for (const { username, email } of takenOver) console.log(`stays     ${username}  ${email}`)
  for (const { username, email } of disabled) console.log(`password  ${username}  ${email ?? 'no address'}`)
  if (!erased.length && !disabled.length) console.log('Nobody can log in with the password of the demo.')
  else if (!isConfirmed)
    console.log('Run again with --yes to do this. What is erased cannot be brought back.')
  else if (disabled.length) console.log('Owners of the latter set a new password by mail at the login page.')
}

await withDatabase(async (db) => {
  await startJobs(db, { supervise: false })
  try {
    const plan = await planDemoEnd(db)
    if (isConfirmed) await endDemo(db, plan)
    print(plan)
  } finally {
    await stopJobs()
  }
})
