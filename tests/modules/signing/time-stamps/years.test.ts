import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  certificatesInFile,
  revokeCertificate,
  revokeIntermediate,
  rotateKeys,
} from '#modules/signing/index.ts'
import {
  knownIdentities,
  openAuthority,
  rootCertificate,
} from '#modules/signing/providers/builtin/authority/authority.ts'
import { issuerOf } from '#modules/signing/providers/builtin/authority/issuer.ts'
import { allRevoked } from '#modules/signing/providers/builtin/authority/revocations.ts'
import { sealFile } from '#modules/signing/providers/builtin/closing-seal.ts'
import type { Stamp } from '#modules/signing/providers/builtin/pades/make-cms.ts'
import { renewalTime, renewPades } from '#modules/signing/providers/builtin/time-stamps/renewal.ts'
import { inspectSignatures } from '#modules/signing/verification/finding.ts'
import { setClock } from '#src/core/clock.ts'
import type { Db } from '#src/db/db.ts'
import { testDatabase } from '#tests/support/database.ts'
import { qpdfComplaints } from '#tests/support/pdf-tools.ts'
import * as kit from '../pades/signing-kit.ts'
import { type PassingClock, passingClock, YEAR } from './passing-clock.ts'

/** An hour ago, so that the certificates are already valid for other programs. */
const START = new Date(Math.floor(Date.now() / 1000 - 3600) * 1000)
const yearsLater = (years: number) => new Date(START.getTime() + years * YEAR)
let db: Db
let unsigned: Uint8Array
let earlyClock: PassingClock
let lateClock: PassingClock

beforeAll(async () => {
  db = await testDatabase()
  unsigned = (await kit.unsignedFile()).bytes
  earlyClock = await passingClock('Early Clock', yearsLater(-1), yearsLater(6))
  lateClock = await passingClock('Late Clock', yearsLater(4), yearsLater(30))
})

afterEach(() => setClock(null))

/** A file that was signed and sealed at that time, with or without time-stamps. */
async function signedAt(at: Date, stamp?: Stamp): Promise<Uint8Array> {
  setClock(() => at)
  const authority = await openAuthority(db)
  const once = await kit.signAs(authority, unsigned, { name: '林静', at }, { stamp })
  const closing = { reason: 'Closed document QS-2026-0142', sealedAt: at, sentLength: unsigned.length, stamp }
  return sealFile(authority, once, closing)
}

async function renewedAt(at: Date, bytes: Uint8Array, stamp: Stamp): Promise<Uint8Array> {
  setClock(() => at)
  return renewPades(await openAuthority(db), bytes, { sentLength: unsigned.length, renewedAt: at, stamp })
}

/** The outcome at a time, and the problems of each signature. */
async function reportAt(at: Date, bytes: Uint8Array) {
  const clocks = [earlyClock.certificate, lateClock.certificate]
  const context = { at, revoked: await allRevoked(db) }
  const { outcome, signatures } = await inspectSignatures(bytes, await knownIdentities(db), clocks, context)
  return [outcome, signatures.flatMap(({ problems }) => problems)]
}

const HOLDS = ['sealed', []]

// The tests depend on each other, in order.
describe('after years, with keys rotated twice', { shuffle: false }, () => {
  let stamped: Uint8Array
  let renewed: Uint8Array
  let bare: Uint8Array
  let firstRoot: Uint8Array

  beforeAll(async () => {
    stamped = await signedAt(START, earlyClock.at(START))
    firstRoot = await rootCertificate(db)
    bare = await signedAt(START)
    for (const years of [1, 3]) {
      setClock(() => yearsLater(years))
      await rotateKeys(db, { root: years === 3 })
    }
    setClock(null)
  })

  test('after five years both files are valid: their certificates have not expired', async () => {
    expect(await reportAt(yearsLater(5), stamped)).toEqual(HOLDS)
    expect(await reportAt(yearsLater(5), bare)).toEqual(HOLDS)
  })

  test('a time-stamp is due for renewal a year and a month before its certificate ends', async () => {
    const due = (await renewalTime(stamped))!
    expect(due.getTime()).toBe(yearsLater(6).getTime() - 400 * 86_400_000)
    expect(await renewalTime(bare)).toBeNull()
  })

  test('a renewal adds one revision, and every earlier signature stays valid', async () => {
    renewed = await renewedAt(yearsLater(5), stamped, lateClock.at(yearsLater(5)))
    expect(Buffer.compare(renewed.subarray(0, stamped.length), stamped)).toBe(0)
    expect(await reportAt(yearsLater(5), renewed)).toEqual(HOLDS)
    expect(await qpdfComplaints(renewed)).toBe('')
    expect(await kit.pdfsig(renewed)).toMatchObject([
      { field: 'Signature of 林静', valid: true },
      { field: 'Closing seal', valid: true },
      { field: 'Time-stamp', total: false },
      { field: 'Time-stamp 2', total: true },
    ])
    // The certificates of the earlier and the current timestamp server, and the revocation lists of both
    // times.
    const { crls, certificates } = await kit.storeOf(renewed)
    expect(crls.length).toBeGreaterThan((await kit.storeOf(stamped)).crls.length)
    expect(certificates.map((der) => Buffer.from(der).toString('hex'))).toContain(
      Buffer.from(earlyClock.certificate).toString('hex'),
    )
  })

  test('after fifteen years the renewed file is valid, and the others state the reason why not', async () => {
    expect(await reportAt(yearsLater(15), renewed)).toEqual(HOLDS)
    expect(await reportAt(yearsLater(15), stamped)).toEqual(['unproved', ['ended', 'ended', 'ended']])
    expect(await reportAt(yearsLater(15), bare)).toEqual(['unproved', ['ended', 'ended']])
  })

  test('/verify names the authority that confirms the time', async () => {
    const clocks = [earlyClock.certificate, lateClock.certificate]
    const facts = async (bytes: Uint8Array) => {
      const { signatures } = await inspectSignatures(bytes, await knownIdentities(db), clocks, {
        at: yearsLater(5),
      })
      return signatures.map(({ provedBy, existedAt: provedUntil }) => [provedBy, provedUntil])
    }
    expect((await facts(stamped)).slice(0, 2)).toEqual(Array(2).fill(['Early Clock', null]))
    expect(await facts(bare)).toEqual(Array(2).fill(['', null]))
    const later = await renewedAt(yearsLater(5), bare, lateClock.at(yearsLater(5)))
    expect((await facts(later)).slice(0, 2)).toEqual(
      Array(2).fill(['Late Clock', yearsLater(5).toISOString()]),
    )
    expect(await reportAt(yearsLater(15), later)).toEqual(HOLDS)
  })

  test('a time-stamp of an unknown server proves nothing', async () => {
    const stranger = await passingClock('Stranger', yearsLater(-1), yearsLater(30))
    const bytes = await signedAt(yearsLater(4), stranger.at(yearsLater(4)))
    expect(await reportAt(yearsLater(5), bytes)).toEqual(HOLDS)
    expect((await reportAt(yearsLater(15), bytes))[0]).toBe('unproved')
  })

  test('OpenSSL agrees under the first root, and not under the current one', async () => {
    const present = await rootCertificate(db)
    for (const signature of [0, 1]) {
      expect(await kit.opensslComplaints(renewed, signature, firstRoot)).toBe('')
      expect(await kit.opensslComplaints(renewed, signature, present)).toContain('certificate verify error')
    }
  })
})

describe('after a revocation', () => {
  /** Revokes the certificate of the first signature after `years` years. */
  async function revokeFirst(bytes: Uint8Array, years: number) {
    const [first] = await certificatesInFile(Buffer.from(bytes))
    setClock(() => yearsLater(years))
    await revokeCertificate(db, first!.certificate, yearsLater(years))
  }

  test('what was provably signed before stays valid, and nothing else', async () => {
    const stamped = await signedAt(yearsLater(4), lateClock.at(yearsLater(4)))
    const bare = await signedAt(yearsLater(4))
    const tooLate = await signedAt(yearsLater(4), lateClock.at(yearsLater(4.2)))
    for (const bytes of [stamped, bare, tooLate]) {
      expect((await reportAt(yearsLater(4.5), bytes))[0]).toBe('sealed')
      await revokeFirst(bytes, 4.1)
    }
    expect(await reportAt(yearsLater(4.5), stamped)).toEqual(HOLDS)
    expect(await reportAt(yearsLater(4.5), bare)).toEqual(['unproved', ['maybe-revoked']])
    expect(await reportAt(yearsLater(4.5), tooLate)).toEqual(['invalid', ['revoked']])
  })

  test('the same applies to everything that an intermediate issued', async () => {
    const stamped = await signedAt(yearsLater(4.2), lateClock.at(yearsLater(4.2)))
    const bare = await signedAt(yearsLater(4.2))
    setClock(() => yearsLater(4.3))
    const { id } = issuerOf(await openAuthority(db))
    await revokeIntermediate(db, id, yearsLater(4.3))
    const next = await signedAt(yearsLater(4.4))
    expect(await reportAt(yearsLater(4.5), stamped)).toEqual(HOLDS)
    expect(await reportAt(yearsLater(4.5), bare)).toEqual(['unproved', ['maybe-revoked', 'maybe-revoked']])
    expect(await reportAt(yearsLater(4.5), next)).toEqual(HOLDS)
  })
})
