import type { Client } from './client.ts'

const HOME = '/mgmt/contacts/import'

/** Uploads a file of contacts. */
export async function sendContacts(
  client: Client,
  content: string | Uint8Array<ArrayBuffer>,
  { type = 'external', name = 'contacts.csv' } = {},
) {
  const form = new FormData()
  form.set('type', type)
  form.set('file', new File([content], content.length ? name : ''))
  const body = new Response(form)
  const headers = { 'content-type': body.headers.get('content-type')! }
  return client.send('POST', HOME, { body: (await body.arrayBuffer()) as never, headers })
}

/** The fields of a step's form as the page fills them. */
export function shownFields(html: string): Record<string, string> {
  const selects = [...html.matchAll(/<select[^>]*\bname="([^"]+)"[^>]*>(.*?)<\/select>/gs)]
  const chosenColumns = selects.map(([, name, options]): [string, string] => [
    name!,
    /<option value="([^"]*)" selected/.exec(options!)?.[1] ??
      /<option value="([^"]*)"/.exec(options!)?.[1] ??
      '',
  ])
  const hiddenFields = [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)]
  return Object.fromEntries([
    ...chosenColumns,
    ...hiddenFields.map(([, name, value]): [string, string] => [name!, value!]),
  ])
}

/** Completes the three steps as the pages propose, with these changes; returns the last response. */
export async function importFile(
  client: Client,
  content: string | Uint8Array<ArrayBuffer>,
  { columns = {}, duplicates = {}, ...file }: ImportChanges = {},
) {
  const sentFile = await sendContacts(client, content, file)
  const path = sentFile.headers.get('location')
  if (!path) return sentFile
  const proposed = shownFields(await (await client.get(path)).text())
  const namedColumns = await client.post(path, { ...proposed, ...columns })
  const nextPath = namedColumns.headers.get('location')
  if (!nextPath) return namedColumns
  const { seen = '' } = shownFields(await (await client.get(nextPath)).text())
  return client.post(nextPath, { seen, ...duplicates })
}

interface ImportChanges {
  type?: string
  name?: string
  columns?: Record<string, string>
  duplicates?: Record<string, string>
}
