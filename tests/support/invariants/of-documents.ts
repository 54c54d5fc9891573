import type { Invariant } from './invariant.ts'

export const OF_DOCUMENTS: Invariant[] = [
  {
    name: 'a document is final since a time',
    breaking: `select id from documents.document
      where (status in ('finalised', 'signing', 'completed')) <> (finalised_at is not null)`,
    broken: `update documents.document set finalised_at = null`,
  },
  {
    name: 'actions of a document are numbered without gaps',
    breaking: `select document_id from documents.action group by document_id having max(number) <> count(*)`,
    broken: `delete from documents.action where number = 1`,
  },
  {
    name: 'each action of a document names the hash of the one before',
    breaking: `select document_id from (select document_id, previous, lag(hash) over
        (partition by document_id order by number) as before from documents.action) as chain
      where before is not null and previous <> before`,
    broken: `update documents.action set hash = 'another'`,
  },
  {
    name: 'each document has a log',
    breaking: `select id from documents.document
      where not exists (select from documents.action where document_id = id)`,
    broken: `delete from documents.action`,
  },
  {
    name: 'files of documents are stored with their hash',
    breaking: `select key from documents.file as file left join platform.stored_file as stored using (key)
      where stored.sha256 is distinct from file.sha256`,
    broken: `update platform.stored_file set sha256 = repeat('0', 64)`,
  },
  {
    name: 'an imported document has its file',
    breaking: `select id from documents.document
      where kind = 'imported' and not exists (select from documents.file where document_id = id)`,
    broken: `update documents.document set kind = 'imported'`,
  },
  {
    name: 'what was imported is an imported document',
    breaking: `select id from imports.import join documents.document on id = document_id where kind <> 'imported'`,
    broken: `update imports.import set document_id =
      (select id from documents.document where kind = 'drafted' limit 1)`,
  },
  {
    name: 'a document is in review while a round is running',
    breaking: `select id from documents.document where (status = 'in_review') <>
      exists (select from review.round where document_id = document.id and state = 'running')`,
    broken: `update documents.document set status = 'returned' where status = 'in_review'`,
  },
  {
    name: 'a document has three rounds at most',
    breaking: `select document_id from review.round group by document_id having max(number) > 3`,
    broken: `update review.round set number = 4`,
  },
  {
    name: 'a round has ended at a time',
    breaking: `select id from review.round where (state = 'running') <> (ended_at is null)`,
    broken: `update review.round set ended_at = now(), state = 'running'`,
  },
  {
    name: 'a reviewer has answered at a time',
    breaking: `select id from review.turn where (state in ('accepted', 'returned')) <> (answered_at is not null)`,
    broken: `update review.turn set answered_at = null, state = 'accepted'`,
  },
  {
    name: 'nobody is asked in a round that has ended',
    breaking: `select turn.id from review.turn join review.round on round.id = round_id
      where turn.state = 'asked' and round.state <> 'running'`,
    broken: `update review.round set state = 'withdrawn'`,
  },
  {
    name: 'a comment was decided at a time',
    breaking: `select id from review.comment where (state = 'open') <> (decided_at is null)`,
    broken: `update review.comment set decided_at = now(), state = 'open'`,
  },
]
