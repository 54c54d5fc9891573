import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assemble } from '#assembly/assemble.ts'
import { confirmationField, mustConfirm } from '#assembly/confirmation/confirmation.ts'
import { findTemplate } from '#modules/templates/library.ts'
import { maxTurn, REPORTING_TURNS } from '#tests/support/busy.ts'
import type { Client } from '#tests/support/client.ts'
import { draftNda, enterAsSignatory, finalise, logIn, startSigning } from '#tests/support/journey.ts'
import { longestNda } from '#tests/support/long-answers.ts'
import { note } from '#tests/support/measured.ts'
import { playedDataDir } from '#tests/support/played.ts'
import { patiently, sampled } from '#tests/support/runs.ts'
import { type RunningServer, removeDataDir, startServer, stopAllServers } from '#tests/support/server.ts'

const LONG = process.env.LONG === '1'
/** Milliseconds of processor time for one turn of the event loop, during which everybody else waits. */
const MAX_SECONDS = patiently(100)

let dataDir: string
let server: RunningServer
let client: Client

beforeAll(async () => {
  dataDir = await playedDataDir()
  server = await startServer({ DATA_DIR: dataDir, ...REPORTING_TURNS })
  client = await logIn(server.base)
})
afterAll(async () => {
  await stopAllServers()
  await removeDataDir(dataDir)
})

/** The longest turn of the server during a request that must end with one of these statuses. */
async function turnOf(work: () => Promise<Response>, ...expected: number[]): Promise<number> {
  await maxTurn(server)
  const answer = await work()
  await answer.arrayBuffer()
  expect(expected, answer.url).toContain(answer.status)
  return maxTurn(server)
}

const ZH =
  '任何一方未经对方事先书面同意，不得转让本合同项下的权利义务；违约方应在收到通知后三十日内支付人民币12,000元违约金。'
const EN =
  'Neither Party may assign its rights or obligations without the prior written consent of the other; the Party in breach shall pay CNY 12,000 within thirty (30) days of notice. '

const CONTENTS: [name: string, zh: string, en: string][] = [
  ['contract clauses', ZH, EN],
  ['clauses full of blanks', `{party:a}${ZH}{project}`, `{party:a} ${EN}{project}`],
  ['sums', '1元', '1 USD '],
  ['blanks', '{project}', '{project}'],
  ['words', '国a', 'a '],
  ['markup', '<', '&'],
  ['braces', '{}', '{'],
  ['lines', '一\n', 'a\n'],
  ['spaces', '国　', '\u00a0'],
]

test.each(sampled(CONTENTS, 3))(
  'the longest document of %s does not block other requests',
  async (name, zh, en) => {
    const { id, version } = await draftNda(client)
    const answers = longestNda([zh, en])
    const turns: Record<string, number> = {
      saved: await turnOf(() => client.put(`/mgmt/${id}/answers`, { version, answers }), 200),
    }
    const files = LONG ? ['draft.docx', 'draft.pdf'] : []
    for (const page of ['view-doc', 'edit-doc', 'action-log', ...files]) {
      // A slow file may be aborted, because only its requester waits for it.
      turns[page] = await turnOf(() => client.get(`/mgmt/${id}/${page}`), 200, 503)
    }
    if (LONG && zh === ZH) {
      // Differences from the agreement's standard terms must be acknowledged, each by a checkbox.
      const tree = assemble({ name: '', number: '', template: findTemplate('mutual-nda'), answers })
      const unconfirmed = tree.open.filter(mustConfirm)
      expect(unconfirmed.length).toBeGreaterThan(0)
      const confirmations = Object.fromEntries(unconfirmed.map((point) => [confirmationField(point), 'yes']))
      turns.finalised = await turnOf(
        () => finalise(client, { id, version: version + 1, meant: confirmations }),
        303,
      )
      while ((await client.get(`/mgmt/${id}/final.docx`)).status === 409) await wait(200)
      await startSigning(client, id, 'long')
      const signer = await enterAsSignatory(server.base, 'long-chen@lotus.example')
      turns['signing page'] = await turnOf(() => signer.client.get(signer.page), 200)
    }
    const summary = Object.entries(turns).map(([what, turn]) => `${what} ${Math.round(turn)}`)
    note(`longest document of ${name}, ms of the processor at once`, summary.join(', '))
    for (const [what, turn] of Object.entries(turns)) expect(turn, what).toBeLessThan(MAX_SECONDS)
  },
)
