import type { Db } from '#src/database.ts'
import type { PackageCode } from '#src/viewer.ts'

interface Plan {
  package: PackageCode
  endsAt: Date | null
  seats: number
}

/** For orders alone: the plan a team is on from now. */
export async function setPlan(trx: Db, teamId: string, plan: Plan) {
  await trx
    .updateTable('accounts.team')
    .set({ package: plan.package, package_ends_at: plan.endsAt, seats: plan.seats })
    .where('id', '=', teamId)
    .executeTakeFirstOrThrow()
}
