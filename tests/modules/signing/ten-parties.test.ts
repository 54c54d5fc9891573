// Ten parties with two signatories each, three of them with seals, on an imported contract of 30 pages.
import { rmSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assemble } from '#assembly/assemble.ts'
import { readFinalFile } from '#modules/documents/final/final-files.ts'
import { printDocument } from '#modules/printing/index.ts'
import { addSeal } from '#modules/seals/seal.ts'
import { rootCertificate } from '#modules/signing/providers/builtin/authority/authority.ts'
import { closeSigningJob, writeSignatureJob } from '#modules/signing/providers/builtin/sign.ts'
import type { SignatoryEntry } from '#modules/signing/schema.ts'
import { storeSealChoices } from '#modules/signing/seals/seal-setting.ts'
import { storeSetting } from '#modules/signing/setting.ts'
import { startSigning } from '#modules/signing/signing.ts'
import '#src/app/events.ts'
import { config } from '#src/core/config.ts'
import type { Db } from '#src/db/db.ts'
import { longContract, template } from '#tests/bench/long-contract.ts'
import { importedPdf } from '#tests/cast/imports.ts'
import { lastMailTo } from '#tests/cast/mail.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { enterByLink } from '#tests/cast/world.ts'
import { newClient } from '#tests/support/client.ts'
import { testDatabase } from '#tests/support/database.ts'
import { pdfColours, qpdfComplaints, runTool } from '#tests/support/pdf-tools.ts'
import { onPath } from '#tests/support/tools.ts'
import * as kit from './pades/signing-kit.ts'
import { verdictIn, verifyFile } from './verification/verify-kit.ts'

const KEYS = 'abcdefghij'.split('')
const COMPANIES = ['莲花贸易（上海）有限公司', '北京宏图机器人有限公司', '香港永盛国际集团有限公司']

/** Two people of each party; every third signs at the same time as the previous one. */
const PEOPLE: SignatoryEntry[] = KEYS.flatMap((party, index) =>
  [1, 2].map((n) => ({
    id: `${party}-${n}`,
    party,
    name: `Person ${party.toUpperCase()}${n}`,
    email: `${party}${n}@parties.example`,
    together: (2 * index + n) % 3 === 0,
    spots: [
      {
        page: 30 - (index % 2),
        x: 70 + (n - 1) * 230,
        y: 90 + Math.floor(index / 2) * 140,
        width: 180,
        height: 60,
      },
    ],
  })),
)

let db: Db
let cast: Cast
const folder = await mkdtemp(join(tmpdir(), 'ten-parties-'))
afterAll(() => {
  config.demoTimestamps = false
  rmSync(folder, { recursive: true })
})

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db)
  config.demoTimestamps = true
})

async function contractOf(pages: number) {
  for (let clauses = 60; ; clauses += 10) {
    const source = { template, answers: longContract(clauses), name: 'Alliance', number: 'AL-1' }
    const tree = assemble(source)
    const printed = await printDocument(tree, { createdAt: new Date() })
    if (printed.pages >= pages) return new Uint8Array(printed.bytes)
  }
}

async function sendOut(): Promise<string> {
  const { viewer, client } = cast.lin
  const bytes = await contractOf(30)
  const id = await importedPdf(db, viewer, { fileName: 'Alliance', bytes })
  const parties = KEYS.map((key, index) => COMPANIES[index] ?? `Party ${key.toUpperCase()} Ltd`).join('\n')
  await client.post(`/mgmt/${id}/my-docs-import-edit`, { name: 'Alliance', number: 'AL-1', parties })
  await storeSetting(db, viewer, id, PEOPLE)
  const choices = []
  for (const [index, name] of COMPANIES.entries()) {
    const design = { shape: 'round', name, line: '合同专用章', code: '' } as const
    const look = { way: 'drawn', design } as const
    const seal = await addSeal(db, viewer, { kind: 'contract', label: name, look, picture: null })
    choices.push({ party: KEYS[index]!, seal, crossPage: true })
  }
  await storeSealChoices(db, viewer, id, choices)
  await startSigning(db, viewer, id, 'en_US')
  return id
}

const invited = (id: string) =>
  db
    .selectFrom('signing.signatory as one')
    .innerJoin('signing.signing as signing', 'signing.id', 'one.signing_id')
    .select(['one.id', 'one.email', 'one.name', 'signing_id'])
    .where('document_id', '=', id)
    .where('one.state', '=', 'invited')
    .execute()

test('ten parties with two people each sign a contract of 30 pages, and every program agrees', async () => {
  const id = await sendOut()
  let signed = 0
  let signingId = ''
  for (let turn = await invited(id); turn.length > 0; turn = await invited(id)) {
    signingId = turn[0]!.signing_id
    for (const one of turn) {
      const link = new URL((await lastMailTo(db, one.email!)).links[0]!).pathname
      const client = await enterByLink(db, link, one.email!)
      const answer = await client.post(`/signing/${one.id}/signature`, { kind: 'typed', typed: one.name })
      expect(answer.status).toBe(303)
    }
    for (const one of turn) await writeSignatureJob.now(db, { signatoryId: one.id })
    signed += turn.length
  }
  expect(signed).toBe(20)
  await closeSigningJob.now(db, { signingId })
  const { bytes } = await readFinalFile(db, id, 'signed-pdf')
  await writeFile(join(folder, 'signed.pdf'), bytes)
  if (process.env.KEEP) await writeFile(process.env.KEEP, bytes)

  const opinions = await kit.pdfsig(bytes)
  expect(opinions.filter(({ valid }) => valid).map(({ field }) => field)).toHaveLength(24)
  const people = opinions.filter(({ field }) => field.startsWith('Signature'))
  expect(people.map(({ signer }) => signer).sort()).toEqual(PEOPLE.map(({ name }) => name).sort())
  const root = await rootCertificate(db)
  for (let index = 0; index < 24; index++) expect(await kit.opensslComplaints(bytes, index, root)).toBe('')
  expect(await qpdfComplaints(bytes)).toBe('')

  const html = (await (await verifyFile(newClient(db), bytes)).text()).replace(/<!-- -->/g, '')
  expect(verdictIn(html)).toBe('Unchanged since signing')

  const opened = await getDocument({ data: bytes.slice(), verbosity: 0 }).promise
  expect(opened.numPages).toBeGreaterThanOrEqual(30)
  const shown = await Promise.all(
    Array.from({ length: opened.numPages }, async (_, index) =>
      (await opened.getPage(index + 1)).getAnnotations(),
    ),
  )
  const names = new Set(shown.flat().map(({ fieldName }) => fieldName))
  expect([...names].filter((name) => name?.startsWith('Signature'))).toHaveLength(20)
  if (onPath('mutool'))
    await runTool('mutool', ['draw', '-q', '-o', join(folder, 'last.png'), join(folder, 'signed.pdf'), '30'])
  // Each company's seal is divided among the right edges of all pages.
  for (const page of [1, 15, 30]) expect(await redAtEdge(bytes, page)).toBeGreaterThan(60)
}, 600_000)

async function redAtEdge(pdf: Uint8Array, page: number): Promise<number> {
  const { width, height, colours } = await pdfColours(pdf, page, 72)
  let sealedPages = 0
  for (let pixel = 0; pixel < width * height; pixel++) {
    const [r = 0, g = 0, b = 0] = colours.subarray(pixel * 3)
    if (pixel % width > width - 24 && r > 150 && g < 130 && b < 130) sealedPages++
  }
  return sealedPages
}
