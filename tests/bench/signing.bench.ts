import { CryptoKeySigner, PDF } from '@libpdf/core'
import { expect, test } from 'vitest'
import { assemble } from '#assembly/assemble.ts'
import { typeset } from '#modules/printing/typeset/typeset.ts'
import { signatureAppearance } from '#modules/signing/providers/builtin/pades/drawing/appearance.ts'
import { P256 } from '#modules/signing/providers/builtin/pades/engine.ts'
import { signPades } from '#modules/signing/providers/builtin/pades/sign.ts'
import { rehearse } from '#modules/signing/providers/builtin/rehearsal/rehearsal.ts'
import { identityOf, signPlaces, temporaryAuthority } from '#tests/modules/signing/pades/signing-kit.ts'
import { note } from '#tests/support/measured.ts'
import { median } from './load.ts'
import { longContract, template } from './long-contract.ts'

const ROUNDS = 15
const PAGES = 30

/** The sales contract, extended to thirty pages. */
async function longFile() {
  for (let clauses = 60; ; clauses += 10) {
    const tree = assemble({ name: 'Sale', number: 'Q-1', template, answers: longContract(clauses) })
    const file = await typeset(tree, { createdAt: new Date('2026-11-21T02:00:00Z') })
    if (file.pages >= PAGES) return file
  }
}

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

test('signing a contract of thirty pages, beside the library’s own signing of the same file', async () => {
  const authority = await temporaryAuthority()
  const file = await longFile()
  const [place] = signPlaces(file)
  const signedAt = new Date()
  const signer = await identityOf(authority, { name: '陈莲' })
  const appearance = await signatureAppearance({ kind: 'typed', text: '陈莲' }, place!, {
    name: '陈莲',
    signedAt: signedAt,
  })
  const commonOptions = {
    fieldName: 'Signature 1',
    name: '陈莲',
    reason: 'Signed document Q-1',
    signedAt: signedAt,
    signer,
  }
  const drawing = { place: place!, appearance }
  const people = [1, 2].map((position) => ({
    name: '陈莲',
    email: 'chen@lotus.example',
    position,
    drawings: position === 1 ? [drawing] : [],
  }))

  const pair = await crypto.subtle.generateKey(P256, false, ['sign', 'verify'])
  const libraryKey = new CryptoKeySigner(pair.privateKey, signer.certificate, 'EC', 'ECDSA', signer.chain)

  const byUs = () => signPades(file.bytes, { ...commonOptions, ...drawing })
  const byLibrary = async () => {
    const pdf = await PDF.load(file.bytes, { lenient: false })
    return pdf.sign({
      signer: libraryKey,
      reason: commonOptions.reason,
      fieldName: commonOptions.fieldName,
      signingTime: signedAt,
    })
  }
  const rehearsal = () => rehearse({ bytes: file.bytes, number: 'Q-1', signatories: people })

  const [ours, beside, rehearsed]: number[][] = [[], [], []]
  for (let round = 0; round <= ROUNDS; round++) {
    const times = [await milliseconds(byUs), await milliseconds(byLibrary), await milliseconds(rehearsal)]
    // The first round loads the code of all three.
    if (round === 0) continue
    for (const [index, list] of [ours!, beside!, rehearsed!].entries()) list.push(times[index]!)
  }
  expect(await rehearsal()).toBeNull()
  const library = median(beside!)
  const signing = median(ours!) / library
  const totalRatio = (median(ours!) + median(rehearsed!)) / library
  const summary = `${signing.toFixed(1)} times as long as @libpdf/core’s own signing without picture and check (${library.toFixed(0)} ms); with the rehearsal of two signatures and the closing seal ${totalRatio.toFixed(1)} times; ${file.pages} pages`
  console.log(summary)
  note('signing a contract of thirty pages, with its check', summary)
}, 600_000)
