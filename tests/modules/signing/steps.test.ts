import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listActions } from '#modules/documents/audit-log.ts'
import { endSigning } from '#modules/signing/outcome.ts'
import { closeSigningJob, writeSignatureJob } from '#modules/signing/providers/builtin/sign.ts'
import { signerLink, turnOf } from '#modules/signing/providers/builtin/signer-link.ts'
import type { SignatoryState } from '#modules/signing/schema.ts'
import type { Db } from '#src/db/db.ts'
import '#src/app/events.ts'
import { ago, HOUR, setClock } from '#src/core/clock.ts'
import { newId } from '#src/core/ids.ts'
import { newToken } from '#src/core/secrets.ts'
import { lastMailTo } from '#tests/cast/mail.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { SIGNATORIES, signingDocument } from '#tests/cast/signing.ts'
import { enterByLink } from '#tests/cast/world.ts'
import { type Client, newClient } from '#tests/support/client.ts'
import { testDatabase } from '#tests/support/database.ts'

let db: Db
let cast: Cast
let signing: Awaited<ReturnType<typeof signingDocument>>
let signer: Client

const FIRST = SIGNATORIES[0]!
const SECOND = SIGNATORIES[1]!
const TYPED = { kind: 'typed', typed: '陈莲 Chen Lian' }

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db)
})
beforeEach(async () => {
  signing = await signingDocument(db, cast.lin.viewer)
  signer = await enterByLink(db, signing.link, FIRST.email)
})

const own = (path = '') => `/signing/${signing.signatoryId}${path}`

/** The status and the target of a redirect. */
async function answerTo(path: string, client = signer): Promise<[number, string | null]> {
  const answer = await client.get(path)
  return [answer.status, answer.headers.get('location')]
}

async function textOf(path: string, client = signer): Promise<string> {
  const answer = await client.get(path)
  expect([path, answer.status]).toEqual([path, 200])
  return (await answer.text()).replace(/<!-- -->/g, '')
}

const linkIn = async (email: string) => new URL((await lastMailTo(db, email)).links[0]!).pathname

describe('each step is a page', () => {
  test('link and code have pages that can be reopened, and a browser that has logged in skips them', async () => {
    const client = newClient(db)
    await db.deleteFrom('signing.builtin_code').execute()
    expect(await answerTo(signing.link, client)).toEqual([200, null])
    for (const path of ['code', 'entrance'])
      expect((await answerTo(`${signing.link}/${path}`, client))[0]).toBe(303)
    const response = await client.post(`${signing.link}/code`)
    expect([response.status, response.headers.get('location')]).toEqual([303, `${signing.link}/code`])
    for (let n = 0; n < 2; n++) expect(await textOf(`${signing.link}/code`, client)).toContain('id="code"')
    expect(await answerTo(`${signing.link}/entrance`, client)).toEqual([303, `${signing.link}/code`])
    const { code } = await lastMailTo(db, FIRST.email)
    const entered = await client.post(`${signing.link}/entrance`, { code: code! })
    expect([entered.status, entered.headers.get('location')]).toEqual([303, own()])
    for (const path of ['', '/code', '/entrance'])
      expect(await answerTo(`${signing.link}${path}`, client)).toEqual([303, own()])
    expect((await answerTo(signing.link, newClient(db)))[0]).toBe(200)
  })

  test.each([
    ['waiting', 60, 'The message with your code is delayed'],
    ['waiting', 5, null],
    ['failed', 60, 'The code could not be delivered'],
    ['sent', 60, null],
  ] as const)(
    'if the mail with the code is %s after %i seconds, the page says so: %s',
    async (state, seconds, words) => {
      const client = newClient(db)
      await db.deleteFrom('signing.builtin_code').execute()
      await client.post(`${signing.link}/code`)
      const { id } = await lastMailTo(db, FIRST.email)
      const created_at = ago(seconds * 1000)
      await db.updateTable('platform.mail').set({ state, created_at }).where('id', '=', id).execute()
      for (const html of [
        await textOf(`${signing.link}/code`, client),
        await (await client.post(`${signing.link}/entrance`, { code: '12' })).text(),
      ]) {
        if (words) expect(html).toContain(words)
        else expect(html).not.toMatch(/is late|has refused/)
      }
    },
  )

  test('a reminder does not log out a signatory, and no one else can enter by the older link', async () => {
    const client = newClient(db)
    await db.deleteFrom('signing.builtin_code').execute()
    await client.post(`${signing.link}/code`)
    const { code } = await lastMailTo(db, FIRST.email)
    await cast.lin.client.post(`/mgmt/${signing.documentId}/signatories/${signing.signatoryId}/reminder`)
    expect(await linkIn(FIRST.email)).not.toBe(signing.link)
    expect(await textOf(`${signing.link}/code`, client)).toContain('id="code"')
    const entered = await client.post(`${signing.link}/entrance`, { code: code! })
    expect([entered.status, entered.headers.get('location')]).toEqual([303, own()])
    await cast.lin.client.post(`/mgmt/${signing.documentId}/signatories/${signing.signatoryId}/reminder`)
    expect(await answerTo(own(), client)).toEqual([200, null])
    expect((await answerTo(signing.link, newClient(db)))[0]).toBe(410)
  })

  test.each([
    ['invited', ''],
    ['signing', '/signed'],
    ['signed', '/signed'],
    ['declined', '/declined'],
    ['waiting', ''],
  ] as [SignatoryState, string][])(
    'for a signatory who is %s, every address leads to the right page',
    async (state, step) => {
      await db.updateTable('signing.signatory').set({ state }).where('id', '=', signing.signatoryId).execute()
      for (const path of ['/signed', '/declined', '/signature', '/refusal'])
        expect([path, await answerTo(own(path))]).toEqual([
          path,
          path === step ? [200, null] : [303, own(step)],
        ])
      expect(await answerTo(own())).toEqual([200, null])
      expect(await answerTo(signing.link)).toEqual([303, own(step)])
      // The page refreshes until the file contains the signature.
      expect((await textOf(own(step), signer)).includes('every 3s')).toBe(state === 'signing')
    },
  )

  test('after signing, the page shows the time, the next signatory, the signature and a copy; a second click leads there too', async () => {
    for (let n = 0; n < 2; n++) {
      const answer = await signer.post(own('/signature'), TYPED)
      expect([answer.status, answer.headers.get('location')]).toEqual([303, own('/signed')])
    }
    const late = await signer.post(own('/refusal'), { reason: 'no' })
    expect([late.status, late.headers.get('location')]).toEqual([303, own('/signed')])
    const actions = (await listActions(db, signing.documentId)).map((row) => row.action)
    expect(actions.filter((action) => /^(sign|decline-signing)$/.test(action))).toEqual(['sign'])
    await writeSignatureJob.now(db, { signatoryId: signing.signatoryId })
    const text = await textOf(own('/signed'))
    expect(text).toContain('You have signed')
    expect(text).toMatch(/Signed on \d{4}-\d\d-\d\d \d\d:\d\d/)
    expect(text).toContain(`${SECOND.name} signs next.`)
    expect(text).toMatch(/<img src="data:image\/svg\+xml;base64,[^"]+" alt="[^"]*陈莲 Chen Lian/)
    expect(text).toContain(`href="${own('/document.pdf')}"`)
    expect(text).not.toContain(SECOND.email)
    const again = await textOf(own())
    expect(again).not.toContain('asks you')
    expect(again.indexOf('You have signed')).toBeLessThan(again.indexOf('<article'))
  })

  test('after declining, the page shows the reason as the others see it', async () => {
    const empty = await signer.post(own('/refusal'), { reason: ' ' })
    expect(empty.status).toBe(422)
    const answer = await signer.post(own('/refusal'), { reason: '条款有误 <b>' })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, own('/declined')])
    const text = await textOf(own('/declined'))
    expect(text).toContain('You have declined')
    expect(text).toContain('条款有误 &lt;b&gt;')
  })

  test('after all have signed, both pages say so, and the copy is called signed', async () => {
    await signer.post(own('/signature'), TYPED)
    await writeSignatureJob.now(db, { signatoryId: signing.signatoryId })
    const second = await enterByLink(db, await linkIn(SECOND.email), SECOND.email)
    const id = [...second.cookies.keys()].find((name) => name.startsWith('sign-'))!.slice(5)
    const plain = (await signer.get(own('/document.pdf'))).headers.get('content-disposition')
    await second.post(`/signing/${id}/signature`, { kind: 'typed', typed: SECOND.name })
    await writeSignatureJob.now(db, { signatoryId: id })
    await closeSigningJob.now(db, { signingId: (await turnOf(db, id)).signing_id })
    for (const [path, client] of [
      [own('/signed'), signer],
      [`/signing/${id}/signed`, second],
    ] as const)
      expect(await textOf(path, client)).toContain('Everyone has signed')
    const signed = (await signer.get(own('/document.pdf'))).headers.get('content-disposition')
    expect(plain).not.toContain('(signed)')
    expect(signed).toContain('(signed).pdf')
    const entrance = await textOf(await linkIn(SECOND.email), newClient(db))
    expect(entrance).toContain('The signed document')
    expect(entrance).not.toContain('asks you to sign')
    const view = await textOf(`/mgmt/${signing.documentId}/view-doc`, cast.lin.client)
    expect(view).toContain('Signed by everyone on')
    for (const { name } of SIGNATORIES) expect(view).toContain(`${name} signed`)
    expect(view).toContain(`/mgmt/${signing.documentId}/signed.pdf`)
    expect(view).not.toContain('____________')
    const final = await cast.lin.client.get(`/mgmt/${signing.documentId}/final.pdf`)
    const whole = await cast.lin.client.get(`/mgmt/${signing.documentId}/signed.pdf`)
    expect(final.headers.get('content-disposition')).not.toBe(whole.headers.get('content-disposition'))
  })
})

describe('an invalid link says why', () => {
  const refusedPage = async (path: string) => {
    const answer = await newClient(db).get(path)
    return { status: answer.status, text: (await answer.text()).replace(/<!-- -->/g, '') }
  }

  test('if truncated: it must be opened from the mail again', async () => {
    const { status, text } = await refusedPage(signing.link.slice(0, -3))
    expect(status).toBe(404)
    expect(text).toContain('Open it again from the latest email')
  })

  test('if replaced: the page tells where the newer link is and whom to ask, without naming document or mailbox', async () => {
    await signerLink(db, signing.signatoryId)
    const { status, text } = await refusedPage(signing.link)
    expect(status).toBe(410)
    expect(text).toContain('We created a newer link for ch***@lotus.example at')
    expect(text).toContain('ask lin of Lotus Trading to send the link again')
    expect(text).not.toContain(FIRST.email)
    expect(text).not.toContain('保密协议')
    const client = newClient(db)
    expect(text).toContain(`action="${own('/again/code')}"`)
    for (const path of ['code', 'entrance']) {
      const answer = await client.post(`${signing.link}/${path}`, { code: '123456' })
      expect([path, answer.status, answer.headers.get('location')]).toEqual([path, 303, signing.link])
      expect((await client.get(`${signing.link}/${path}`)).status).toBe(410)
    }
  })

  test.each([
    ['completed', 'Everyone has signed. We sent the link to the signed document to'],
    ['declined', 'One of the signatories declined'],
    ['expired', 'has expired'],
  ] as const)('replaced, and the signing is %s', async (state, words) => {
    const { signing_id } = await turnOf(db, signing.signatoryId)
    await db.transaction().execute((trx) => endSigning(trx, signing_id, state))
    if (state !== 'completed') await signerLink(db, signing.signatoryId)
    expect((await refusedPage(signing.link)).text).toContain(words)
  })

  test('a newer link keeps a reader logged in; two hours later the reader sees how to enter again, like a stranger', async () => {
    await signerLink(db, signing.signatoryId)
    expect((await signer.get(own())).status).toBe(200)
    setClock(() => new Date(Date.now() + 2 * HOUR + 1000))
    try {
      for (const path of [own(), own('/signed')])
        expect([path, await answerTo(path)]).toEqual([path, [303, own('/again')]])
      const late = await signer.post(own('/signature'), TYPED)
      expect([late.status, late.headers.get('location')]).toEqual([303, own('/again')])
      const again = await textOf(own('/again'))
      expect(again).toContain('request a new code')
      for (const fact of ['保密协议', FIRST.name, '@lotus']) expect(again).not.toContain(fact)
      const never = newId()
      const mainOf = (html: string) => html.slice(html.indexOf('<main'), html.indexOf('</main>'))
      const unknown = mainOf(await textOf(`/signing/${never}/again`))
      expect(unknown).toBe(mainOf(again).replaceAll(signing.signatoryId, never))
      await signer.post(own('/again/code'))
      const { code } = await lastMailTo(db, FIRST.email)
      const entered = await signer.post(own('/again/entrance'), { code: code! })
      expect([entered.status, entered.headers.get('location')]).toEqual([303, own()])
      expect((await answerTo(own()))[0]).toBe(200)
    } finally {
      setClock(null)
    }
  })

  test('an unknown link is not found', async () => {
    expect((await refusedPage(`/sign/${newToken()}`)).status).toBe(404)
  })
})
