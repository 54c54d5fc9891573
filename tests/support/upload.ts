import type { Client } from './client.ts'

/** Submits a form with files, as a browser does. */
export async function postFiles(
  client: Client,
  path: string,
  fields: Record<string, string>,
  files: { field: string; name: string; bytes: Uint8Array<ArrayBuffer> }[],
) {
  const form = new FormData()
  for (const [field, text] of Object.entries(fields)) form.set(field, text)
  for (const { field, name, bytes } of files) form.append(field, new File([bytes], name))
  const request = new Response(form)
  const body = Buffer.from(await request.arrayBuffer())
  const headers = { 'content-type': request.headers.get('content-type')! }
  return client.send('POST', path, { body: body as never, headers })
}
