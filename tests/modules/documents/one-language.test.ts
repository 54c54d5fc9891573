import { beforeAll, describe, expect, test } from 'vitest'
import { assemble } from '#assembly/assemble.ts'
import { plainText } from '#assembly/plain.ts'
import { readFinalFile } from '#modules/documents/final/final-files.ts'
import { createDocument, findDocument } from '#modules/documents/index.ts'
import { findTemplate } from '#modules/templates/index.ts'
import { hashOf } from '#src/core/secrets.ts'
import type { Db } from '#src/db/db.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { filledDraft, finalisedDocument } from '#tests/cast/signing.ts'
import { testDatabase } from '#tests/support/database.ts'
import { pdfText, withoutSpace } from '#tests/support/pdf-tools.ts'
import { bodyText } from '../printing/typeset/printed.ts'
import { partOf, textIn } from '../printing/word/read-word.ts'

let db: Db
let cast: Cast
let draftId: string
let finalId: string

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db)
  draftId = (await filledDraft(db, cast.lin.viewer)).id
  finalId = await finalisedDocument(db, cast.lin.viewer)
})

async function bytesOf(id: string, file: string): Promise<Uint8Array> {
  const answer = await cast.lin.client.get(`/mgmt/${id}/${file}`)
  expect([file, answer.status]).toEqual([file, 200])
  return new Uint8Array(await answer.arrayBuffer())
}

/** The texts of one side of the document, without its title and signature area. */
async function clausesOf(id: string, side: 'zh' | 'en'): Promise<string> {
  const tree = assemble(await findDocument(db, cast.lin.viewer, id))
  const expectedText = withoutSpace(plainText({ ...tree, number: '', signatures: [] }, side))
  return expectedText.slice(withoutSpace(tree.title[side]).length)
}

const OTHER_LANGUAGE = { zh: /[a-z]{4,} [a-z]{3,} [a-z]{2,}/i, en: /\p{Script=Han}{4}/u }

describe('a bilingual document in one language', () => {
  test.each(['zh', 'en'] as const)(
    '%s prints every clause of that side and none of the other',
    async (side) => {
      for (const [id, state] of [
        [draftId, 'draft'],
        [finalId, 'final'],
      ] as const) {
        const pdf = await bytesOf(id, `${state}.pdf?language=${side}`)
        expect(await bodyText(pdf)).toContain(await clausesOf(id, side))
        expect(await pdfText(pdf)).not.toMatch(OTHER_LANGUAGE[side])
        const word = textIn(partOf(await bytesOf(id, `${state}.docx?language=${side}`), /document\.xml$/))
        expect(withoutSpace(word)).toContain((await clausesOf(id, side)).slice(-80))
        expect(word).not.toMatch(OTHER_LANGUAGE[side])
      }
      expect(await pdfText(await bytesOf(finalId, 'final.pdf'))).toMatch(OTHER_LANGUAGE[side])
    },
  )

  test('of a final document states that it is a copy, its source, and the hash of the original', async () => {
    const record = await readFinalFile(db, finalId, 'final-pdf')
    expect(record.sha256).toBe(hashOf(record.bytes))
    const { number } = await findDocument(db, cast.lin.viewer, finalId)
    for (const [side, words] of [
      ['en', `Copy for reading, with only the English text of the bilingual document ${number}`],
      ['zh', `本文件为便于阅读的副本，只含双语文件${number}的中文文本`],
    ] as const) {
      const pdf = withoutSpace(
        await pdfText(await bytesOf(finalId, `final.pdf?language=${side}`), { page: 1 }),
      )
      const docx = await bytesOf(finalId, `final.docx?language=${side}`)
      const word = withoutSpace(textIn(partOf(docx, /header\d\.xml$/)))
      for (const text of [pdf, word]) {
        expect(text).toContain(withoutSpace(words))
        expect(text).toContain(record.sha256)
      }
      const secondPageText = await pdfText(await bytesOf(finalId, `final.pdf?language=${side}`), { page: 2 })
      expect(secondPageText).toContain(side === 'en' ? 'copy in English only' : '仅中文副本')
    }
    expect(await pdfText(record.bytes)).not.toContain('Copy for reading')
  })

  test('leaves the original unchanged, byte for byte, and is always the same', async () => {
    const previousState = await readFinalFile(db, finalId, 'final-pdf')
    const firstBytes = await bytesOf(finalId, 'final.pdf?language=en')
    const secondBytes = await bytesOf(finalId, 'final.pdf?language=en')
    expect(hashOf(firstBytes)).toBe(hashOf(secondBytes))
    expect(hashOf(firstBytes)).not.toBe(previousState.sha256)
    expect(await bytesOf(finalId, 'final.pdf')).toEqual(new Uint8Array(previousState.bytes))
    const row = await db
      .selectFrom('documents.file')
      .select('kind')
      .where('document_id', '=', finalId)
      .orderBy('kind')
      .execute()
    expect(row.map(({ kind }) => kind)).toEqual(['final-pdf', 'final-word'])
  })

  test('keeps the line about the prevailing language, as in the original', async () => {
    const tree = assemble(await findDocument(db, cast.lin.viewer, finalId))
    expect(tree.prevailing.en).not.toBe('')
    expect(await bodyText(await bytesOf(finalId, 'final.pdf?language=en'))).toContain(
      withoutSpace(tree.prevailing.en),
    )
  })

  test('names the signed file if there is one', async () => {
    const id = await finalisedDocument(db, cast.lin.viewer)
    const sha256 = 'ab'.repeat(32)
    await db
      .insertInto('documents.file')
      .values({
        document_id: id,
        kind: 'signed-pdf',
        key: `documents/${id}/x.pdf`,
        sha256,
        size: 1,
        places: '[]',
        pages: 1,
        created_at: new Date(),
      })
      .execute()
    const text = await pdfText(await bytesOf(id, 'final.pdf?language=en'), { page: 1 })
    expect(text).toContain(sha256)
    expect(text).toContain('the signed bilingual PDF')
  })
})

test('the language is part of the file name', async () => {
  const answer = await cast.lin.client.get(`/mgmt/${draftId}/draft.pdf?language=zh&locale=en_US`)
  expect(decodeURIComponent(answer.headers.get('content-disposition')!)).toContain('(Chinese only).pdf')
})

test('a copy is refused for a monolingual document, an unknown language and a draft', async () => {
  const template = findTemplate('mutual-nda')
  const languages = { primary: 'en', bilingual: false, script: 'Hans' } as const
  const monolingual = await createDocument(db, cast.lin.viewer, template, {
    version: template.version,
    languages,
  })
  const { client } = cast.lin
  const status = async (path: string) => (await client.get(path, { accept: 'application/json' })).status
  expect(await status(`/mgmt/${monolingual}/draft.pdf`)).toBe(200)
  expect(await status(`/mgmt/${monolingual}/draft.pdf?language=en`)).toBe(404)
  expect(await status(`/mgmt/${monolingual}/one-language`)).toBe(404)
  expect(await status(`/mgmt/${draftId}/draft.pdf?language=fr`)).toBe(404)
  expect(await status(`/mgmt/${draftId}/final.pdf?language=en`)).toBe(409)
  expect(await (await client.get('/mgmt/my-docs')).text()).not.toContain(`/mgmt/${monolingual}/one-language`)
})
