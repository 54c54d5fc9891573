import { blankAnswers } from '#assembly/blank.ts'
import { findTemplate } from '#modules/templates/library.ts'
import { filledNda, SIGNATORIES } from '#tests/cast/signing.ts'
import { type Client, newRemoteClient } from './client.ts'
import { messagesTo, waitForMessage } from './outbox.ts'

/** The steps of the main job as HTTP requests to a running server. */
export async function logIn(base: string, login = 'demo_admin'): Promise<Client> {
  const client = newRemoteClient(base)
  const answer = await client.post('/acct/login', { login, password: 'Qishu2026', agreement: 'yes' })
  if (answer.status !== 303) throw new Error(`login: ${answer.status}`)
  return client
}

export async function draftNda(client: Client): Promise<{ id: string; version: number }> {
  const template = findTemplate('mutual-nda')
  const version = String(template.version)
  const created = await client.post('/mgmt/new-doc', {
    template: template.code,
    version,
    language: 'zh-Hans',
    bilingual: 'yes',
  })
  const id = /\/mgmt\/([^/]+)\//.exec(created.headers.get('location') ?? '')![1]!
  const answers = filledNda(blankAnswers(template, { primary: 'zh', bilingual: true, script: 'Hans' }))
  const savedAnswers = await (await client.put(`/mgmt/${id}/answers`, { version: 1, answers })).json()
  return { id, version: savedAnswers.model.version }
}

export function finalise(
  client: Client,
  { id, version, meant }: { id: string; version: number; meant?: Record<string, string> },
) {
  return client.post(`/mgmt/${id}/finalisation`, { version: String(version), ...meant })
}

export async function startSigning(client: Client, id: string, mark: string) {
  const signatories = SIGNATORIES.map((one) => ({ ...one, email: `${mark}-${one.email}` }))
  await client.put(`/mgmt/${id}/signatories`, { signatories })
  const started = await client.post(`/mgmt/${id}/signing`)
  if (started.status !== 303) throw new Error(`start signing: ${started.status} ${await started.text()}`)
  return signatories
}

export const messageIds = async (base: string, email: string) =>
  new Set((await messagesTo(base, email)).map(({ id }) => id))

/**
 * Opens the link of a mail that is not among `known`, requests the code, enters it, and returns the client,
 * which then shows the document.
 */
export async function enterAsSignatory(base: string, email: string, known = new Set<string>()) {
  const client = newRemoteClient(base)
  const isInvitation = ({ id, links }: { id: string; links: string[] }) =>
    links.some((link) => link.includes('/sign/')) && !known.has(id)
  const link = (await waitForMessage(base, email, isInvitation)).links[0]!
  const path = new URL(link).pathname
  const earlierIds = await messageIds(base, email)
  await client.post(`${path}/code`)
  const { code } = await waitForMessage(base, email, ({ id, code }) => Boolean(code) && !earlierIds.has(id))
  const entered = await client.post(`${path}/entrance`, { code: code! })
  return { client, page: entered.headers.get('location')! }
}

export async function signTyped({ client, page }: { client: Client; page: string }, name: string) {
  return client.post(`${page}/signature`, { kind: 'typed', typed: name })
}
