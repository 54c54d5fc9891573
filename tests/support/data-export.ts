import { expect } from 'vitest'
import type { Db } from '#src/db/db.ts'
import { workWaitingJobs } from '#src/jobs/jobs.ts'
import type { Client } from './client.ts'
import { filesIn } from './zip.ts'

export const EXPORT_PAGE = '/mgmt/acct-info/export'

/** The address of the archive on a person's page. */
export async function archiveAddress(client: Client): Promise<string> {
  const page = await (await client.get(EXPORT_PAGE)).text()
  const match = /href="(\/mgmt\/acct-info\/export\/[0-9a-f-]+\/file)"/.exec(page)
  expect(match, 'the page offers an archive').not.toBeNull()
  return match![1]!
}

/** Exports a person's data by the pages, and opens the archive: data.json, and all files by path. */
export async function exportData(db: Db, client: Client) {
  const begun = await client.post(EXPORT_PAGE)
  expect([begun.status, begun.headers.get('location')]).toEqual([303, EXPORT_PAGE])
  while (await workWaitingJobs(db));
  const answer = await client.get(await archiveAddress(client))
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip'])
  const files = filesIn(new Uint8Array(await answer.arrayBuffer()))
  const text = files.get('data.json')!.toString('utf8')
  return { files, text, data: JSON.parse(text), headers: answer.headers }
}
