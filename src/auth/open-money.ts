import type { Db } from '#src/db/db.ts'

/** Money that is not settled yet: a proof of transfer, a waiting refund, or a payment without an order. */
export interface OpenMoney {
  kind: 'slip' | 'refund' | 'payment'
  /** The number of the order, or the reference of the payment. */
  label: string
  /** The page of the desk on which it is settled. */
  path: string
}

/** The owner of orders: an account, and the team that it leads. */
export interface MoneyOwner {
  accountId: string
  teamId: string | null
}

let findMoney: (db: Db, owner: MoneyOwner) => Promise<OpenMoney[]> = async () => []

/** Called once, by the module that handles money. */
export function onOpenMoney(finder: typeof findMoney) {
  findMoney = finder
}

/** The unsettled money of an owner, read in one query. */
export const findOpenMoney = (db: Db, { id, role, team_id }: { id: string; role: string; team_id: string }) =>
  findMoney(db, { accountId: id, teamId: role === 'admin' ? team_id : null })
