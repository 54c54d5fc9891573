import { createAccount, createTeam } from '#modules/accounts/account.ts'
import { bindSocial } from '#modules/accounts/entry/social/binding.ts'
import { hashPassword } from '#modules/accounts/password/password.ts'
import { DEMO_ACCOUNTS } from '#src/core/demo-accounts.ts'
import type { Role, StaffRole } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'

interface Person {
  username: string
  name: string
  email: string
  department: string
  identity: 'company' | 'individual'
  role: Role
  staff_roles?: StaffRole[]
}

const TEAM_ADMIN: Person = {
  username: 'demo_admin',
  name: '陈莲 Chen Lian',
  email: 'chen.lian@lotus.example',
  department: '法务部 Legal',
  identity: 'company',
  role: 'admin',
}

/** Registers with a team of his own, and joins Lotus through an invitation. */
const COLLEAGUE: Person = {
  username: 'demo_member',
  name: '周远 Zhou Yuan',
  email: 'zhou.yuan@lotus.example',
  department: '采购部 Purchasing',
  identity: 'company',
  role: 'admin',
}

const FREE_USER: Person = {
  username: 'demo_free',
  name: 'Hannah Weiss',
  email: 'hannah.weiss@weiss.example',
  department: '–',
  identity: 'individual',
  role: 'admin',
}

const DESK_AGENT: Person = {
  username: 'desk_agent',
  name: '林若 Lin Ruo',
  email: 'lin.ruo@qishu.example',
  department: 'Support',
  identity: 'company',
  role: 'agent',
  staff_roles: ['lead'],
}

/** Approves what her colleague requests. */
const DESK_LEAD: Person = {
  username: 'desk_lead',
  name: '沈越 Shen Yue',
  email: 'shen.yue@qishu.example',
  department: 'Finance',
  identity: 'company',
  role: 'agent',
  staff_roles: ['lead'],
}

/** Creates the accounts of the demo: a trading company of two, an individual, and two members of staff. */
export async function createAccounts(trx: Db) {
  const passwordHash = await hashPassword(DEMO_ACCOUNTS[0]!.password)
  const addAccount = (teamId: string, person: Person) =>
    createAccount(trx, teamId, {
      ...person,
      mobile: null,
      passwordHash,
      locale: person.username === 'demo_free' ? 'en_US' : 'zh_CN',
    })
  const lotus = await createTeam(trx, '莲花贸易（上海）有限公司 Lotus Trading (Shanghai) Co., Ltd.', {
    credit_code: '91310000MA1K35XX04',
    address: '上海市静安区南京西路88号1206室',
    phone: '+86 21 5555 0000',
  })
  await addAccount(lotus, TEAM_ADMIN)
  await addAccount(await createTeam(trx, COLLEAGUE.name), COLLEAGUE)
  const hannah = await addAccount(await createTeam(trx, 'Hannah Weiss'), FREE_USER)
  await bindSocial(trx, hannah, 'demo', { subject: 'demo-hannah', nickname: 'Hannah 韩娜' })
  await addAccount(await createTeam(trx, 'Qishu'), DESK_AGENT)
  await addAccount(await createTeam(trx, 'Qishu'), DESK_LEAD)
}
