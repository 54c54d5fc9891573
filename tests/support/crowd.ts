import { sql } from 'kysely'
import { importContacts } from '#modules/contacts/import/import-contacts.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'

const BATCH_SIZE = 5000
/** Realistic names: some surnames are common, but few people share a full name. */
const SURNAMES = [
  ...'王李张刘陈王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚',
]
const GIVEN_NAMES = [
  ...'伟芳娜敏静丽强磊军洋勇艳杰涛明超秀霞平刚桂辉鹏华红玉兰建国志文斌宇浩凯俊帆雪峰婷慧巧',
]
const LATIN = ['Anna', 'Robert', 'Elena', 'Thomas', 'Sofia', 'James', 'Laura', 'Peter', 'Mary']
const FAMILIES = [
  'Müller',
  'Smith',
  'Rossi',
  'Garcia',
  'Weber',
  'Martin',
  'Brown',
  'Moore',
  'Clark',
  'Fischer',
  'Wilson',
]

const at = <T>(of: T[], n: number) => of[n % of.length]!

/** One person in four has a name in Latin letters. The same index always gives the same name. */
function nameOf(line: number) {
  const n = Math.floor(line * 0.6180339887 * 1_000_003) % 1_000_003
  if (line % 4 === 3) return `${at(LATIN, n)} ${at(FAMILIES, Math.floor(n / 9))}`
  const givenName = at(GIVEN_NAMES, Math.floor(n / 60)) + (n % 3 ? at(GIVEN_NAMES, Math.floor(n / 2700)) : '')
  return at(SURNAMES, n) + givenName
}

/** Creates a team of one, like the demo's free account; returns the ids of both. */
export async function newTeam(db: Db, username: string): Promise<{ id: string; team_id: string }> {
  const { rows } = await sql<{ id: string; team_id: string }>`
    with team as (insert into accounts.team (id, name, created_at) values (gen_random_uuid(), ${username}, now())
      returning id)
    insert into accounts.account (id, team_id, home_team_id, username, email, name, identity, department,
      password_hash, locale, role, agreed_at, created_at)
    select gen_random_uuid(), team.id, team.id, ${username}, ${`${username}@example.com`}, name, identity, department,
      password_hash, 'en_US', role, agreed_at, created_at
    from accounts.account, team where username = 'demo_free' returning id, team_id`.execute(db)
  return rows[0]!
}

/**
 * Adds `count` contacts, tasks and messages for the viewer. Half of the contacts are internal; a third of
 * the tasks and messages are open.
 */
export async function fillTeam(db: Db, viewer: Viewer, count: number) {
  for (const type of ['internal', 'external'] as const)
    for (let from = 0; from < count / 2; from += BATCH_SIZE) {
      const people = Array.from({ length: Math.min(BATCH_SIZE, count / 2 - from) }, (_, n) => {
        const line = from + n
        const name = nameOf(line)
        const organisation = `莲花贸易 Lotus ${line % 97}`
        const email = `${type}${line}@lotus.example`
        return { type, name, organisation, mobile: '', email, group: `G${line % 2}`, line }
      })
      await db
        .transaction()
        .execute((trx) => importContacts(trx, viewer, type, people, { email: 'skip', other: 'add' }))
    }
  await sql`insert into messaging.task (id, account_id, type, subject_id, document_id, document_name,
      document_number, creator, state, started_at, due_at, finished_at)
    select gen_random_uuid(), ${viewer.id}, (array['sign', 'review'])[1 + n % 2], gen_random_uuid(), gen_random_uuid(),
      'NDA ' || n, 'QS-' || n, 'Zhou', (array['todo', 'done', 'invalid'])[1 + n % 3], now(), now(), now()
    from generate_series(1, ${count}::int) as n`.execute(db)
  await sql`insert into messaging.message (id, account_id, kind, facts, created_at, read_at)
    select gen_random_uuid(), ${viewer.id}, 'memberJoined', '{"who": "Zhou", "team": "Lotus"}', now(),
      case when n % 3 = 0 then null else now() end
    from generate_series(1, ${count}::int) as n`.execute(db)
  await sql`vacuum analyze contacts.contact, messaging.task, messaging.message`.execute(db)
}

/** Cursors in the middle of each list. */
export async function middleOf(db: Db, viewer: Viewer, count: number) {
  const { rows } = await sql<{ position: string; task: string; message: string }>`select
    (select position from contacts.contact where team_id = ${viewer.teamId} and type = 'external'
      order by position offset ${Math.floor(count / 4)} limit 1),
    (select id from messaging.task where account_id = ${viewer.id} and state = 'done'
      order by id desc offset ${Math.floor(count / 6)} limit 1) as task,
    (select id from messaging.message where account_id = ${viewer.id}
      order by id desc offset ${Math.floor(count / 2)} limit 1) as message`.execute(db)
  const { position, task, message } = rows[0]!
  return {
    position: JSON.stringify([position]),
    task: JSON.stringify([task]),
    message: JSON.stringify([message]),
  }
}
