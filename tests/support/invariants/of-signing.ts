import type { Invariant } from './invariant.ts'

export const OF_SIGNING: Invariant[] = [
  {
    name: 'a document is out for signature while a signing runs',
    breaking: `select id from documents.document where (status = 'signing') <>
      exists (select from signing.signing where document_id = document.id and state = 'started')`,
    broken: `update documents.document set status = 'finalised' where status = 'signing'`,
  },
  {
    name: 'a completed document has a completed signing',
    breaking: `select id from documents.document where (status = 'completed') <>
      exists (select from signing.signing where document_id = document.id and state = 'completed')`,
    broken: `update signing.signing set state = 'expired' where state = 'completed'`,
  },
  {
    name: 'a completed document has its signed file',
    breaking: `select id from documents.document where status = 'completed'
      and not exists (select from documents.file where document_id = id and kind = 'signed-pdf')`,
    broken: `delete from documents.file where kind = 'signed-pdf'`,
  },
  {
    name: 'a signing has ended at a time',
    breaking: `select id from signing.signing where (state = 'started') <> (ended_at is null)`,
    broken: `update signing.signing set ended_at = now(), state = 'started'`,
  },
  {
    name: 'a signing is completed when everybody has signed or approved',
    breaking: `select signing.id from signing.signing join signing.signatory on signing_id = signing.id
      where signing.state = 'completed' and role <> 'copy' and signatory.state not in ('signed', 'approved')`,
    broken: `update signing.signatory set state = 'invited'`,
  },
  {
    name: 'a declined signing has somebody who declined',
    breaking: `select id from signing.signing where state = 'declined'
      and not exists (select from signing.signatory where signing_id = signing.id and state = 'declined')`,
    broken: `update signing.signing set state = 'declined'`,
  },
  {
    name: 'a signature has its time',
    breaking: `select id from signing.signatory where state = 'signed' and signed_at is null`,
    broken: `update signing.signatory set signed_at = null, state = 'signed'`,
  },
  {
    name: 'nobody is invited before those of earlier turns have acted',
    breaking: `select later.id from signing.signatory as later join signing.signatory as earlier using (signing_id)
      where later.provider = 'builtin' and earlier.provider = 'builtin' and later.role <> 'copy'
        and earlier.role <> 'copy' and earlier.turn_order < later.turn_order
        and later.state not in ('waiting', 'declined')
        and earlier.state in ('waiting', 'invited', 'signing')`,
    broken: `update signing.signatory set state = 'invited', turn_order = position`,
  },
  {
    name: 'files of a signing are numbered without gaps',
    breaking: `select signing_id from signing.revision group by signing_id having max(number) <> count(*) - 1`,
    broken: `delete from signing.revision where number = 0`,
  },
  {
    name: 'files of a signing are stored with their hash',
    breaking: `select key from signing.revision left join platform.stored_file as stored using (key)
      where stored.sha256 is distinct from revision.sha256`,
    broken: `update platform.stored_file set sha256 = repeat('0', 64)`,
  },
  {
    name: 'each signing has the file that was sent',
    breaking: `select id from signing.signing
      where not exists (select from signing.revision where signing_id = id and number = 0)`,
    broken: `delete from signing.revision`,
  },
  {
    name: 'a signing belongs to the team of its document',
    breaking: `select signing.id from signing.signing join documents.document on document.id = document_id
      where signing.team_id <> document.team_id`,
    broken: `update documents.document set team_id = gen_random_uuid()`,
  },
  {
    name: 'leaves of the public log are numbered without gaps',
    breaking: `select 'gap' from signing.log_leaf where position is not null
      having max(position) <> count(*) - 1`,
    broken: `update signing.log_leaf set position = 1000
      where id = (select id from signing.log_leaf limit 1)`,
  },
  {
    name: 'a checkpoint covers leaves that exist',
    breaking: `select size from signing.log_checkpoint
      where size > (select count(*) from signing.log_leaf where position is not null)`,
    broken: `insert into signing.log_checkpoint (size, root, note, key_id, created_at)
      values (1000, '', '', 1, now())`,
  },
  {
    name: 'a check of a real name was decided at a time',
    breaking: `select signatory_id from signing.real_name_check
      where (state = 'asked') <> (decided_at is null)`,
    broken: `insert into signing.real_name_check (signatory_id, elements, state, tries, decided_at)
      select id, 'two', 'asked', 0, now() from signing.signatory limit 1`,
  },
]
