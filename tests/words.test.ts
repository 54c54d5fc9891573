import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Words in the table “Say, don’t say” of docs/glossary.md that have no other meaning in the interface. */
const AVOIDED =
  /\b(somebody|everybody|nobody|whoever|told|given? back|gives back|taken back|takes? back|seen to|by itself|by themselves|meanwhile|anew|put right|by mail|mails|this mail|any more)\b/i

/** Messages that the specification states word for word. */
const LITERAL = new Set(['common.error.TASK_LAPSED', 'review.invalid.lapsed'])

function sentences(texts: object, at: string): [string, string][] {
  return Object.entries(texts).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[`${at}.${key}`, value]] : sentences(value, `${at}.${key}`),
  )
}

/** The names of placeholders are not part of the sentence. */
const withoutPlaceholders = (text: string) => text.replaceAll(/\{\s*\w+(?=\s*[,}])/g, '{')

test('the English interface uses the words of the glossary', () => {
  const texts = readdirSync('locales/en_US').flatMap((file) =>
    sentences(JSON.parse(readFileSync(`locales/en_US/${file}`, 'utf8')), file.replace('.json', '')),
  )
  const avoided = texts.filter(([key, text]) => !LITERAL.has(key) && AVOIDED.test(withoutPlaceholders(text)))
  expect(avoided).toEqual([])
  expect(texts.length).toBeGreaterThan(5_000)
})
