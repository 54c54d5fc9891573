import { beforeAll, describe, expect, test } from 'vitest'
import type { SealPicture } from '#modules/seals/index.ts'
import type { Authority } from '#modules/signing/providers/builtin/authority/authority.ts'
import { writePng } from '#src/files/pictures/pixels.ts'
import { A_3 } from '#tests/support/conformance/a-3.ts'
import { failuresOf } from '#tests/support/conformance/reading.ts'
import { UA_1 } from '#tests/support/conformance/ua-1.ts'
import { DRAWN_SEAL, type Sending, sentFile, signSent } from '#tests/support/sent-file.ts'
import { startClock } from './pades/clock.ts'
import * as kit from './pades/signing-kit.ts'

let authority: Authority & { kind: 'own' }
beforeAll(async () => {
  authority = await kit.temporaryAuthority()
})

const failures = (bytes: Uint8Array) => [...failuresOf(UA_1, bytes), ...failuresOf(A_3, bytes)]

/** A picture with transparency. */
function uploaded(): SealPicture {
  const data = new Uint8ClampedArray(40 * 40 * 4)
  for (let pixel = 0; pixel < 1600; pixel++) data.set([212, 20, 30, pixel % 40 < 20 ? 255 : 0], pixel * 4)
  return {
    look: { way: 'uploaded', width: 40, height: 40 },
    picture: writePng({ width: 40, height: 40, data }),
  }
}

const FILES: [string, Sending][] = [
  [
    'in both languages, with a seal across the pages and a place of the sender’s choice',
    { seal: DRAWN_SEAL, elsewhere: true },
  ],
  [
    'in English only, with an uploaded seal',
    { seal: uploaded(), languages: { primary: 'en', bilingual: false } },
  ],
  ['in Chinese only', { languages: { bilingual: false } }],
  ['in traditional Chinese and English', { languages: { primary: 'en', script: 'Hant' }, seal: DRAWN_SEAL }],
]

test('a file closed with time-stamps (B-LTA) is PDF/UA-1 and PDF/A-3a', async () => {
  const clock = await startClock()
  try {
    const revisions = await signSent(authority, await sentFile({ seal: DRAWN_SEAL }), clock.url)
    const closed = revisions.at(-1)!
    expect((await kit.pdfsig(closed)).at(-1)).toMatchObject({ field: 'Time-stamp', total: true })
    expect(failures(closed)).toEqual([])
  } finally {
    await clock.close()
  }
})

describe.each(FILES)('a contract %s', (_, sending) => {
  test('is PDF/UA-1 and PDF/A-3a when it is final, when it is sent, and after every signature', async () => {
    const sent = await sentFile(sending)
    const revisions = await signSent(authority, sent)
    expect(revisions.length).toBeGreaterThan(3)
    for (const bytes of [sent.final, sent.printed, ...revisions]) expect(failures(bytes)).toEqual([])
  })
})
