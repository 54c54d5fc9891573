import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { inspectSignatures } from '#modules/signing/verification/finding.ts'
import { note } from '#tests/support/measured.ts'
import { sampled } from '#tests/support/runs.ts'
import * as kit from '../pades/signing-kit.ts'
import { foreignPdf, LATER, type Structure, signedAgain } from './foreign-pdf.ts'
import { formsOf } from './forms.ts'
import { makeSigners } from './signers.ts'

const folder = await mkdtemp(join(tmpdir(), 'qishu-foreign-'))
const root = (await kit.temporaryAuthority()).certificate
const forms = formsOf(folder, await makeSigners(folder))

afterAll(() => rm(folder, { recursive: true }))

const files = new Map<string, Promise<Uint8Array>>()

/** The file of each form; it is created once. */
function fileOf(name: string): Promise<Uint8Array> {
  const file = files.get(name) ?? foreignPdf(forms[name]!)
  files.set(name, file)
  return file
}

const OUTCOMES = { holds: 'foreign', unclear: 'unclear', fails: 'invalid' }

describe('every form of signature in an unchanged file gets a verdict by the general rules:', () => {
  test.each(Object.keys(forms))('%s', async (name) => {
    const { state, problem, remark, signers = 1, pdfsig } = forms[name]!
    const bytes = await fileOf(name)
    const { outcome, signatures } = await inspectSignatures(bytes, root)
    expect(outcome, JSON.stringify(signatures)).toBe(OUTCOMES[state])
    expect(signatures.map((one) => one.state)).toEqual(Array(signers).fill(state))
    expect(signatures.every(({ later }) => later.length === 0)).toBe(true)
    if (problem) expect(signatures[0]!.problems).toContain(problem)
    if (state === 'holds')
      expect(signatures.map(({ problems }) => problems.join())).toEqual(Array(signers).fill(''))
    if (remark) expect(signatures[0]!.remarks).toContain(remark)
    if (problem !== 'format' && problem !== 'no-certificate') {
      const who = signatures.map(({ signer, certificate }) => `${signer}, ${certificate?.issuer}`)
      expect(who).toContain('Sample Signer, CN=Sample Signer, O=Sample Company, C=XX')
    }
    const [theirs] = await kit.pdfsig(bytes)
    note(`verdict on a file of others: ${name}`, `${state}; pdfsig: ${theirs?.valid ? 'valid' : 'not valid'}`)
    if (pdfsig) expect(theirs?.valid).toBe(true)
  })
})

const soundForms = Object.keys(forms).filter((name) => forms[name]!.problem !== 'range')

test('every form in a changed file is reported as changed, whatever else is wrong', async () => {
  for (const [later, { change, what, accused }] of sampled(Object.entries(LATER), 3))
    for (const name of soundForms) {
      const { outcome, signatures } = await inspectSignatures(change(await fileOf(name)), root)
      for (const one of signatures)
        expect([name, later, one.later.map((addition) => addition.what)]).toEqual([name, later, [what]])
      const untouched = OUTCOMES[forms[name]!.state]
      expect([name, later, outcome]).toEqual([name, later, accused ? 'changed' : untouched])
    }
})

test.each(Object.entries(LATER))(
  '%s is reported as a change of that kind',
  async (_, { change, what, accused }) => {
    const { outcome, signatures } = await inspectSignatures(change(await fileOf('Acrobat of old')), root)
    expect([outcome, signatures[0]!.later.map((addition) => addition.what)]).toEqual([
      accused ? 'changed' : 'foreign',
      [what],
    ])
  },
)

const STRUCTURES: Structure[] = [
  'space-before-table',
  'comment-before-table',
  'previous-zero',
  'object-streams',
  'hybrid',
  'byte-order-mark',
  'table-missing',
  'updated',
]

describe('in a file of any structure that other programs read:', () => {
  test.each(STRUCTURES)('%s', async (structure) => {
    const form = forms['signing certificate, version 2']!
    const bytes = await foreignPdf({ ...form, structure })
    const { outcome, signatures } = await inspectSignatures(bytes, root)
    expect([outcome, signatures.map(({ field, state, later }) => [field, state, later])]).toEqual([
      'foreign',
      [['Signature1', 'holds', []]],
    ])
    expect(signatures[0]!.place).toEqual({ page: 1, rect: [72, 72, 272, 122] })
    const [theirs] = await kit.pdfsig(bytes)
    expect(theirs).toMatchObject({ field: 'Signature1', valid: true })
    const changed = await inspectSignatures(LATER['another price']!.change(bytes), root)
    expect([changed.outcome, changed.signatures[0]!.later[0]]).toEqual([
      'changed',
      { what: 'content', page: 1, field: '' },
    ])
  })
})

test('one changed byte is reported in every form that can be checked', async () => {
  for (const [name, { state, subFilter }] of Object.entries(forms)) {
    const bytes = (await fileOf(name)).slice()
    bytes[Buffer.from(bytes).indexOf('1,000.00')]! = 0x39
    const { outcome, signatures } = await inspectSignatures(bytes, root)
    // If a signature cannot be read or has no certificate, only the digest can be checked.
    const known = name !== 'no signature at all' && state !== 'unclear'
    if (known || (subFilter === 'ETSI.CAdES.detached' && name === 'no certificate'))
      expect([name, outcome, signatures[0]!.problems[0]]).toEqual([name, 'changed', 'bytes'])
  }
})

describe('a file signed by two programs in turn', () => {
  const first = 'Acrobat of old'
  const second = 'signing certificate, version 2'

  test('has two valid signatures if unchanged, the first followed only by the second', async () => {
    const bytes = await signedAgain(await fileOf(first), forms[second]!)
    const { outcome, signatures } = await inspectSignatures(bytes, root)
    expect(outcome).toBe('foreign')
    expect(signatures.map(({ state, changedAfterwards }) => [state, changedAfterwards])).toEqual([
      ['holds', false],
      ['holds', false],
    ])
    expect(signatures.map(({ later }) => later)).toEqual([
      [{ what: 'signature', page: 2, field: 'Signature2' }],
      [],
    ])
    expect((await kit.pdfsig(bytes)).map(({ valid }) => valid)).toEqual([true, true])
  })

  test('with a price changed in between: the first signature reports the change, the second covers it', async () => {
    const changed = LATER['another price']!.change(await fileOf(first))
    const { outcome, signatures } = await inspectSignatures(await signedAgain(changed, forms[second]!), root)
    expect(outcome).toBe('amended')
    expect(signatures.map(({ changedAfterwards }) => changedAfterwards)).toEqual([true, false])
    expect(signatures[0]!.later.map(({ what }) => what)).toEqual(['content', 'signature'])
  })

  test('with one unreadable signature still reports the other one', async () => {
    const bytes = await signedAgain(await fileOf('no signature at all'), forms[second]!)
    const { outcome, signatures } = await inspectSignatures(bytes, root)
    expect(outcome).toBe('foreign')
    expect(signatures.map(({ signer, state }) => [signer, state])).toEqual([
      ['', 'unclear'],
      ['Sample Signer', 'holds'],
    ])
  })

  test('reports that the first signature was removed from its field', async () => {
    const bytes = await signedAgain(await fileOf(first), forms[second]!)
    const { outcome, signatures } = await inspectSignatures(
      LATER['a signature taken out']!.change(bytes),
      root,
    )
    expect(outcome).toBe('changed')
    expect(signatures.map(({ problems }) => problems)).toEqual([['unreachable'], []])
    expect(signatures[1]!.later.map(({ what }) => what)).toContain('removed')
  })
})
