import type { Invariant } from './invariant.ts'

export const OF_PEOPLE: Invariant[] = [
  {
    name: 'a team with members has an administrator',
    breaking: `select team_id from accounts.account as one where role = 'member' and state <> 'erased'
      and not exists (select from accounts.account as admin
        where admin.team_id = one.team_id and admin.role = 'admin' and admin.state <> 'erased')`,
    broken: `update accounts.account set role = 'member' where role = 'admin'`,
  },
  {
    name: 'a team has one administrator',
    breaking: `select team_id from accounts.account where role = 'admin' and state <> 'erased'
      group by team_id having count(*) > 1`,
    broken: `update accounts.account set role = 'admin' where role = 'member'`,
  },
  {
    name: 'an erased account has no address',
    breaking: `select id from accounts.account
      where state = 'erased' and (email is not null or mobile is not null)`,
    broken: `update accounts.account set state = 'erased'`,
  },
  {
    name: 'an erased account has the date of its erasure',
    breaking: `select id from accounts.account where (state = 'erased') <> (erased_at is not null)`,
    broken: `update accounts.account set erased_at = now()`,
  },
  {
    name: 'staff have roles, and nobody else',
    breaking: `select id from accounts.account
      where state <> 'erased' and (role = 'agent') <> (cardinality(staff_roles) > 0)`,
    broken: `update accounts.account set staff_roles = '{}' where role = 'agent'`,
  },
  {
    name: 'an accepted invitation names who accepted it',
    breaking: `select id from accounts.invitation where (accepted_at is null) <> (accepted_by is null)`,
    broken: `insert into accounts.invitation
      (id, team_id, inviter_id, email, token_hash, created_at, expires_at, accepted_at)
      select gen_random_uuid(), team_id, id, 'wei@example.com', 'hash', now(), now(), now()
      from accounts.account limit 1`,
  },
  {
    name: 'a task is finished when it is not to be done',
    breaking: `select id from messaging.task where (state = 'todo') <> (finished_at is null)`,
    broken: `update messaging.task set finished_at = null, state = 'done'`,
  },
  {
    name: 'a conversation ends with its last message',
    breaking: `select id from chat.conversation
      where last_seq <> (select coalesce(max(seq), 0) from chat.message where conversation_id = id)`,
    broken: `update chat.conversation set last_seq = last_seq + 1`,
  },
  {
    name: 'nobody has read more of a conversation than there is',
    breaking: `select id from chat.conversation where greatest(read_seq, seen_seq, mailed_seq) > last_seq`,
    broken: `update chat.conversation set read_seq = last_seq + 1`,
  },
  {
    name: 'messages of a conversation are numbered without gaps',
    breaking: `select conversation_id from chat.message group by conversation_id having max(seq) <> count(*)`,
    broken: `update chat.message set seq = seq + 1`,
  },
  {
    name: 'a conversation that waits has waited since a time',
    breaking: `select id from chat.conversation where (state = 'waiting') <> (waiting_since is not null)`,
    broken: `update chat.conversation set waiting_since = null, state = 'waiting'`,
  },
  {
    name: 'a sent mail has its time',
    breaking: `select id from platform.mail where state = 'sent' and sent_at is null`,
    broken: `update platform.mail set state = 'sent', sent_at = null`,
  },
]
