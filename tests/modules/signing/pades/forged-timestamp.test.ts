import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Authority } from '#modules/signing/providers/builtin/authority/authority.ts'
import { archivePades } from '#modules/signing/providers/builtin/pades/archive/archive.ts'
import { timestampEntries } from '#modules/signing/providers/builtin/pades/field.ts'
import { MAX_TOKEN_BYTES, stampFrom } from '#modules/signing/providers/builtin/pades/sign.ts'
import { fillGap } from '#modules/signing/providers/builtin/pades/signature-gap.ts'
import { writeStep } from '#modules/signing/providers/builtin/pades/step.ts'
import { verdictOn, verifyPades } from '#modules/signing/providers/builtin/pades/verify.ts'
import { inspectSignatures } from '#modules/signing/verification/finding.ts'
import { ExactPdf } from '#src/pdf/exact.ts'
import { handMadePdf } from '#tests/support/hand-made-pdf.ts'
import { type Clock, startClock } from './clock.ts'
import { forgeTimestamp, row } from './forged-timestamp.ts'
import * as kit from './signing-kit.ts'

let authority: Authority & { kind: 'own' }
let clock: Clock
let sealed: Uint8Array
/** The content of page 1, and its offset. */
let content: number
let place: number
let next: number

beforeAll(async () => {
  authority = await kit.temporaryAuthority()
  clock = await startClock()
  const file = await kit.unsignedFile()
  sealed = await kit.seal(
    authority,
    await kit.signAs(authority, file.bytes, { name: '林静', place: kit.signPlaces(file)[0] }),
  )
  const read = new ExactPdf(sealed)
  content = read.pages()[0]!.dict.getRef('Contents')!.objectNumber
  const entry = read.entries.get(content)!
  place = entry.kind === 'offset' ? entry.offset : 0
  next = read.count
})
afterAll(() => clock.close())

const verify = (bytes: Uint8Array, clocks: Uint8Array[] = [clock.root]) =>
  verifyPades(bytes, [authority.certificate], clocks)

const DRAWING = 'q 1 1 1 rg 0 0 240 90 re f Q'
const drawing = (number: number) => ({
  number,
  head: `${number} 0 obj`,
  unlisted: false,
  body: `<< /Type /XObject /Subtype /Form /BBox [0 0 240 90] /Resources << >> /Length ${DRAWING.length} >>\nstream\n${DRAWING}\nendstream`,
})
const pageRef = () => new ExactPdf(sealed).pages()[0]!.ref.objectNumber
const white = '<< /Length 16 >>\nstream\n0 0 600 900 re f\nendstream'

describe('a document timestamp of a trusted or an unknown clock', () => {
  test('is no change if it has no validation data; an unknown clock is named, and proves nothing', async () => {
    const stamped = await forgeTimestamp(sealed, clock.url, {})
    const known = await verify(stamped)
    const unknown = await verify(stamped, [])
    expect([verdictOn(known), known.map(({ additions }) => additions)]).toEqual([
      'sealed',
      [['time-stamp'], ['time-stamp'], []],
    ])
    expect([verdictOn(unknown), unknown.map(({ additions }) => additions)]).toEqual([
      'sealed',
      [['unknown-clock'], ['unknown-clock'], []],
    ])
    expect([known.at(-1)!.trusted, unknown.at(-1)!.trusted]).toEqual([true, false])
    const finding = await inspectSignatures(stamped, [authority.certificate])
    expect(finding).toMatchObject({ outcome: 'sealed', additions: ['unknown-clock'], changes: [] })
    expect(finding.signatures.map(({ unknownClock }) => unknownClock)).toEqual([false, false, true])
  })

  test('is no change if we wrote it, with validation data', async () => {
    const data = { certificates: [clock.root], crls: [] }
    const stamped = await archivePades(sealed, data, stampFrom(clock.url))
    expect(verdictOn(await verify(stamped))).toBe('sealed')
    const [first] = await verify(stamped, [])
    expect([first!.changes, first!.additions]).toEqual([[], ['unknown-clock']])
    const text = Buffer.from(stamped.subarray(sealed.length)).toString('latin1')
    expect(text).not.toContain('/P ')
    expect(text).not.toContain('/AP ')
  })
})

test('a timestamp written like ours, but with something else in place of a certificate, is a change', async () => {
  const data = { certificates: [new TextEncoder().encode('another contract')], crls: [] }
  const draft = writeStep(new ExactPdf(sealed), {
    declares: false,
    field: timestampEntries('Time-stamp', MAX_TOKEN_BYTES),
    validationData: data,
  })
  const forged = await fillGap(draft, stampFrom(clock.url))
  for (const clocks of [[clock.root], []])
    expect((await verify(forged, clocks))[0]!.changes).toContainEqual(
      expect.objectContaining({ what: 'catalog' }),
    )
})

type Forgery = Parameters<typeof forgeTimestamp>[2]

/**
 * Another object for the content of page 1, with a header that a pattern with single spaces does not match.
 */
const doubled = (head: (number: number) => string): Forgery => ({
  objects: [{ number: content, head: head(content), body: white }],
  rows: row(content, place),
})

const FORGERIES: [string, () => Forgery][] = [
  [
    'an appearance',
    () => ({
      rect: '300 640 540 730',
      widget: `/P ${pageRef()} 0 R /AP << /N ${next + 2} 0 R >>`,
      objects: [drawing(next + 2)],
    }),
  ],
  ['a rectangle', () => ({ rect: '300 640 540 730' })],
  [
    'an appearance without a rectangle',
    () => ({
      widget: `/AP << /N ${next + 2} 0 R >>`,
      objects: [drawing(next + 2)],
    }),
  ],
  ['an icon of its own', () => ({ widget: '/MK << /R 90 >>' })],
  ['a script', () => ({ widget: '/AA << /E << /S /JavaScript /JS (1) >> >>' })],
  ['an object twice', () => doubled((n) => `${n} 0 obj`)],
  ['an object twice, two spaces', () => doubled((n) => `${n}  0 obj`)],
  ['an object twice, a tab', () => doubled((n) => `${n}\t0 obj`)],
  ['an object twice, a line feed', () => doubled((n) => `${n}\n0 obj`)],
  ['an object twice, a comment', () => doubled((n) => `${n}%\n0 obj`)],
  ['an object twice, leading zeros', () => doubled((n) => `000${n} 0 obj`)],
  [
    'an object that is not listed',
    () => ({
      objects: [{ number: content, head: `${content}  0 obj`, body: white, unlisted: true }],
    }),
  ],
  ['another content', () => ({ objects: [{ number: content, head: `${content} 0 obj`, body: white }] })],
  ['an entry into the version before', () => ({ rows: row(content, place) })],
  ['something else in the catalog', () => ({ catalog: { OpenAction: '<< /S /JavaScript /JS (1) >>' } })],
]

test.each(FORGERIES)(
  'a document timestamp with %s is a change, whichever clock made it',
  async (_, forgery) => {
    const forged = await forgeTimestamp(sealed, clock.url, forgery())
    for (const clocks of [[clock.root], []]) {
      const reports = await verify(forged, clocks)
      expect(verdictOn(reports)).not.toBe('sealed')
      expect(reports[0]!.changes.length).toBeGreaterThan(0)
      expect(reports[0]!.additions).toEqual([])
    }
  },
)

/** A certificate whose name contains drawing operators, where a page refers to missing contents. */
test('validation data that takes a missing place in a page is a change', async () => {
  const base = handMadePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents [4 0 R 60 0 R] >>',
    { entries: '', data: Buffer.from('0 0 m') },
  ])
  const signed = await kit.seal(authority, await kit.signAs(authority, base, { name: '林静' }))
  const { certificate } = await kit.identityOf(authority, { name: 'q 1 g 0 0 600 900 re f Q' })
  const hex = Buffer.from(certificate).toString('hex')
  const store = (number: number): Forgery => ({
    catalog: { DSS: `<< /Certs [${number} 0 R] >>` },
    objects: [
      {
        number,
        head: `${number} 0 obj`,
        body: `<< /Filter /ASCIIHexDecode /Length ${hex.length + 1} >>\nstream\n${hex}>\nendstream`,
      },
    ],
  })
  const lawful = await forgeTimestamp(signed, clock.url, store(70))
  const filling = await forgeTimestamp(signed, clock.url, store(60))
  const signedFile = new ExactPdf(signed)
  expect([signedFile.object(60), signedFile.object(70)]).toEqual([null, null])
  expect(verdictOn(await verify(filling))).toBe('changed')
  expect((await verify(filling))[0]!.changes).toContainEqual({
    what: 'content',
    page: 1,
    object: '60 0 R',
  })
  // Elsewhere the change would only add validation data, if the store still contained the earlier data.
  const [first] = await verify(lawful)
  expect(first!.changes).toEqual([{ what: 'catalog', page: null, object: '1 0 R' }])
})
