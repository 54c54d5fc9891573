import type { Client } from './client.ts'

/** Uploads a table to a batch. */
export async function sendTable(client: Client, id: string, content: string | Uint8Array<ArrayBuffer>) {
  const form = new FormData()
  form.set('file', new File([content], content.length ? 'table.csv' : ''))
  const body = new Response(form)
  const headers = { 'content-type': body.headers.get('content-type')! }
  const bytes = (await body.arrayBuffer()) as never
  return client.send('POST', `/mgmt/batches/${id}/table`, { body: bytes, headers })
}
