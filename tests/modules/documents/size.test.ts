import { expect, test } from 'vitest'
import { MAX_SIZE, sizeOf } from '#assembly/size.ts'
import { findDocument } from '#modules/documents/index.ts'
import { findTemplate } from '#modules/templates/index.ts'
import { filledDraft } from '#tests/cast/signing.ts'
import { setUpCast } from '#tests/cast/test-context.ts'
import { longestNda, ndaWith } from '#tests/support/long-answers.ts'

const context = setUpCast()

/**
 * Answers with a few marks that print a field of 20,000 characters each, and answers with very many marks
 * that print almost nothing.
 */
const TOO_LONG = {
  characters: () => {
    const answers = ndaWith(['{project}', '{project}'], 20)
    answers.fields.project = { zh: '项'.repeat(20_000), en: 'x'.repeat(20_000) }
    return answers
  },
  marks: () => ndaWith(['{party:a}', '{party:b}'], 2600),
}

const WORDS = {
  en: 'The document is too long. Both languages together can have at most 300,000 characters and 5,000 blanks, references and party names.',
  'zh-CN': '文档过长：两种语言合计最多 300,000 个字符，以及 5,000 处填写项、引用和当事人名称。',
  'zh-TW': '文件過長：兩種語言合計最多 300,000 個字元，以及 5,000 處填寫項、引用和當事人名稱。',
}

test.each(Object.entries(TOO_LONG))(
  'a document with too many %s is not saved, with an explanation',
  async (what, make) => {
    const { client, viewer } = context.cast.lin
    const { id, version } = await filledDraft(context.db, viewer)
    const answers = make()
    const size = sizeOf(findTemplate('mutual-nda'), answers)
    expect(size[what as keyof typeof size]).toBeGreaterThan(MAX_SIZE[what as keyof typeof size])
    for (const [language, words] of Object.entries(WORDS)) {
      const refusal = await client.put(
        `/mgmt/${id}/answers`,
        { version, answers },
        { 'accept-language': language },
      )
      expect(refusal.status).toBe(413)
      expect(await refusal.json()).toMatchObject({ errorCode: 'TOO_LARGE', errorMsg: words })
    }
    expect(await findDocument(context.db, viewer, id)).toMatchObject({ version })
  },
)

test('the longest possible document is saved', async () => {
  const { client, viewer } = context.cast.lin
  for (const text of ['国a1 ', '{party:a}'] as const) {
    const { id, version } = await filledDraft(context.db, viewer)
    const saveResponse = await client.put(`/mgmt/${id}/answers`, {
      version,
      answers: longestNda([text, text]),
    })
    expect(saveResponse.status).toBe(200)
  }
})

test('a pasted text over the limit is kept, and prevents finalising', async () => {
  const { client, viewer } = context.cast.lin
  const { id, version } = await filledDraft(context.db, viewer)
  const answers = ndaWith(['', ''], 0)
  const pastedText = '甲'.repeat(30_000)
  answers.fields.project = { zh: pastedText, en: 'one' }
  answers.parties[0]!.address = 'x'.repeat(1000)
  expect((await client.put(`/mgmt/${id}/answers`, { version, answers })).status).toBe(200)
  const document = await findDocument(context.db, viewer, id)
  expect(document.answers.fields.project).toEqual({ zh: pastedText, en: 'one' })
  expect(document.answers.parties[0]!.address).toHaveLength(1000)
  const refusal = await client.post(
    `/mgmt/${id}/finalisation`,
    { version: String(document.version) },
    { accept: 'application/json' },
  )
  expect(await refusal.json()).toMatchObject({ errorCode: 'REQUIRED_FIELDS_MISSING' })
})
