import { addExternal, addInternal } from '#modules/review/inviting/reviewer.ts'
import { startReview } from '#modules/review/inviting/round.ts'
import { DAY, fromNow } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { type Client, newClient } from '#tests/support/client.ts'
import { work } from '#views/scripts/proof/work.ts'
import { lastMailTo } from './mail.ts'
import type { Cast } from './people.ts'
import { filledDraft } from './signing.ts'

const FLAGS = { reviews: true, signs: false, keeps: false }

/** An external reviewer. */
export const OLIVER = {
  name: 'Oliver Grant',
  email: 'oliver@kestrel.example',
  mobile: '',
  department: 'Kestrel Robotics',
  locale: 'en_US' as const,
  ...FLAGS,
}

export interface Review {
  documentId: string
  /** The contact id of the external reviewer, and their link. */
  oliverId: string
  link: string
}

/** Creates a draft of Lin's that Zhou and Oliver review. */
export async function reviewedDocument(db: Db, { lin, zhou }: Pick<Cast, 'lin' | 'zhou'>): Promise<Review> {
  const { id: documentId } = await filledDraft(db, lin.viewer)
  await addInternal(db, lin.viewer, documentId, { account: zhou.viewer.id, ...FLAGS })
  const oliverId = await addExternal(db, lin.viewer, documentId, OLIVER)
  await sendOut(db, lin.viewer, documentId)
  return { documentId, oliverId, link: await linkTo(db, OLIVER.email) }
}

export const sendOut = (db: Db, viewer: Viewer, documentId: string) =>
  startReview(db, viewer, documentId, { note: 'Please look at clause 3.', dueAt: fromNow(7 * DAY) })

export const linkTo = async (db: Db, email: string) =>
  new URL((await lastMailTo(db, email)).links[0]!).pathname

/** The access code in the last mail. */
export const accessCodeTo = async (db: Db, email: string) =>
  /access code: (\w{8})/.exec((await lastMailTo(db, email)).text)![1]!

/** The additional fields of a form with a captcha. */
export async function captchaOn(client: Client, path: string) {
  const html = await (await client.get(path)).text()
  const captchaId = /name="captchaId" value="([^"]+)"/.exec(html)![1]!
  return { captchaId, captcha: config.CAPTCHA_ANSWER ?? 'qishu', captchaProof: work(captchaId) }
}

/** Logs an external reviewer in by the mailed link and access code; returns their client. */
export async function enterAsReviewer(db: Db, link: string, email = OLIVER.email): Promise<Client> {
  const client = newClient(db)
  const fields = { email, accessCode: await accessCodeTo(db, email), way: 'access' }
  const entered = await client.post(link, { ...fields, ...(await captchaOn(client, link)) })
  if (entered.status !== 303) throw new Error(`entrance: ${entered.status} ${await entered.text()}`)
  return client
}
