import { authenticate } from '#modules/accounts/account.ts'
import { findViewer } from '#modules/accounts/index.ts'
import { addContact } from '#modules/contacts/contact.ts'
import { DEMO_ACCOUNTS } from '#src/core/demo-accounts.ts'
import type { Db } from '#src/db/db.ts'

type Entry = [name: string, organisation: string, email: string, mobile: string, group: string]

/** The internal contacts, except the members of the team, whom one button imports. */
const INTERNAL: Entry[] = [['Maria Santos', 'Finance', 'maria.santos@lotus.example', '', '']]

const EXTERNAL: Entry[] = [
  ['Oliver Grant', 'Kestrel Robotics Ltd', 'oliver.grant@kestrel.example', '+442079460958', 'Kestrel'],
  ['Priya Nair', 'Kestrel Robotics Ltd', 'priya.nair@kestrel.example', '', 'Kestrel'],
  ['何铭', '清河信息技术（杭州）有限公司', 'he.ming@qinghe.example', '+8613700137003', ''],
  ['Hannah Weiss', 'Weiss Legal', 'hannah.weiss@weiss.example', '', ''],
]

/** Fills the address books of the demo company and of Hannah, an individual. */
export async function fillAddressBooks(db: Db) {
  const lin = await viewerOf(db, 'demo_admin')
  const hannah = await viewerOf(db, 'demo_free')
  const add = async (viewer: typeof lin, type: 'internal' | 'external', entries: Entry[]) => {
    for (const [name, organisation, email, mobile, group] of entries)
      await addContact(db, viewer, { type, name, organisation, email, mobile, group })
  }
  await add(lin, 'internal', INTERNAL)
  await add(lin, 'external', EXTERNAL)
  await add(hannah, 'external', [
    ['陈莲 Chen Lian', '莲花贸易（上海）有限公司', 'chen.lian@lotus.example', '', ''],
  ])
}

async function viewerOf(db: Db, username: string) {
  const id = await authenticate(db, username, DEMO_ACCOUNTS[0]!.password)
  return (await findViewer(db, id))!
}
