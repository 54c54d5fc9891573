import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseMarks, renameParties } from '#assembly/marks.ts'
import { runs } from '#tests/support/runs.ts'

describe('marks', () => {
  it('are recognised within text', () => {
    expect(parseMarks('{party:a.name}依{ref:pay}付{fee}{number}')).toEqual([
      { kind: 'party', source: '{party:a.name}', key: 'a', attribute: 'name' },
      { kind: 'text', source: '依', text: '依' },
      { kind: 'ref', source: '{ref:pay}', id: 'pay' },
      { kind: 'text', source: '付', text: '付' },
      { kind: 'field', source: '{fee}', id: 'fee' },
      { kind: 'number', source: '{number}' },
    ])
  })

  it('can be escaped by doubled braces', () => {
    expect(parseMarks('a{{b}}c')).toEqual([{ kind: 'text', source: 'a{{b}}c', text: 'a{b}c' }])
    expect(parseMarks('{{{fee}}}').map(({ kind }) => kind)).toEqual(['text', 'field', 'text'])
  })

  it('without a meaning are kept as unknown', () => {
    for (const text of ['{', '}', '{}', '{ fee }', '{ref:}', '{party:z}', '{party:a.age}', '{Fee}']) {
      expect(parseMarks(text)).toEqual([{ kind: 'unknown', source: text }])
    }
  })

  it('lose no character of any text', () => {
    const pieces = fc.array(
      fc.constantFrom('{', '}', '{{', '}}', '甲', 'fee', 'ref:', 'party:a', '.name', ' '),
    )
    fc.assert(
      fc.property(pieces, (list) => {
        const text = list.join('')
        expect(
          parseMarks(text)
            .map(({ source }) => source)
            .join(''),
        ).toBe(text)
        expect(renameParties(text, (key) => key)).toBe(text)
      }),
      runs(300),
    )
  })
})
