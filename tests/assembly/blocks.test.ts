import { describe, expect, it } from 'vitest'
import { withBlocks } from '#assembly/template/blocks.ts'

const block = {
  fields: [{ id: 'court' }, { id: 'seat', default: 'beijing' }, { id: 'law' }],
  articles: [
    {
      id: 'disputes',
      clauses: [
        { id: 'governing-law', zh: '适用{law}。', en: '{law} governs.' },
        {
          id: 'resolution',
          zh: '向{court}起诉。',
          en: 'Sue at {court}.',
          alternatives: [{ id: 'here' }, { id: 'abroad' }],
        },
        { id: 'conduct', when: { chosen: 'resolution', alternative: 'here' }, zh: '{seat}', en: '{seat}' },
      ],
    },
  ],
  rules: [
    { id: 'abroad-basis', when: { chosen: 'resolution', alternative: 'abroad' }, at: 'resolution' },
    { id: 'law-basis', when: { field: 'law', is: 'hongkong' }, at: 'law' },
    { id: 'seat-basis', when: { field: 'seat', is: 'hongkong' }, at: 'seat' },
  ],
}

const includeBlock = (reference: object, template: object = {}) => {
  const data = {
    ...template,
    articles: [
      { id: 'first', clauses: [] },
      { block: 'disputes', ...reference },
    ],
  }
  return withBlocks(data, () => block).data as typeof block
}
const ids = (list: { id: string }[]) => list.map(({ id }) => id)

describe('a shared block', () => {
  it('is included as a whole', () => {
    const { articles, fields, rules } = includeBlock({})
    expect(ids(articles)).toEqual(['first', 'disputes'])
    expect(ids(fields)).toEqual(['court', 'seat', 'law'])
    expect(ids(rules)).toEqual(['abroad-basis', 'law-basis', 'seat-basis'])
  })

  it('drops its fields and rules together with the clauses and alternatives they are about', () => {
    const { articles, fields, rules } = includeBlock({ without: ['governing-law', 'resolution/abroad'] })
    expect(ids(articles[1]!.clauses)).toEqual(['resolution', 'conduct'])
    expect(articles[1]!.clauses[0]).toMatchObject({ alternatives: [{ id: 'here' }] })
    expect(ids(fields)).toEqual(['court', 'seat'])
    expect(ids(rules)).toEqual(['seat-basis'])
  })

  it('drops a rule on request', () => {
    expect(ids(includeBlock({ without: ['seat-basis'] }).rules)).toEqual(['abroad-basis', 'law-basis'])
  })

  it('keeps a field that only the template’s own articles print', () => {
    const ownParts = { recitals: [{ id: 'r', zh: '{law}', en: '{law}' }] }
    expect(ids(includeBlock({ without: ['governing-law'] }, ownParts).fields)).toContain('law')
  })

  it('is overridden key by key by the template, which can add keys', () => {
    const { articles, fields } = includeBlock({
      with: [
        { id: 'resolution', zh: '向此地起诉。', en: 'Sue here.' },
        { id: 'more', zh: '另。', en: 'More.' },
      ],
      defaults: { seat: 'shanghai' },
    })
    expect(ids(articles[1]!.clauses)).toEqual(['governing-law', 'resolution', 'conduct', 'more'])
    expect(articles[1]!.clauses[1]).toMatchObject({ en: 'Sue here.', alternatives: [{}, {}] })
    expect(fields.map(({ id, default: value }) => [id, value])).toEqual([
      ['seat', 'shanghai'],
      ['law', undefined],
    ])
  })
})
