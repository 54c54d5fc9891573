import { describe, expect, test } from 'vitest'
import { conditionChoices } from '#modules/templates/authoring/forms/condition.ts'

const DATA = {
  parties: [{ key: 'a' }, { key: 'b' }],
  moreParties: { upTo: 4 },
  fields: [
    { id: 'urgent', type: 'boolean' },
    { id: 'forum', type: 'choice', options: [{ id: 'court' }] },
  ],
  articles: [{ id: 'price', clauses: [{ id: 'tax', alternatives: [{ id: 'net' }] }] }],
}

describe('the conditions that a form offers', () => {
  test.each([
    ['choices', ['true', 'false', { id: 'court' }]],
    ['alternatives', [{ id: 'net' }]],
    ['parties', ['3', '4', ...Array(2).fill(['individual', 'company', 'mainland', 'hmt', 'abroad']).flat()]],
  ])('contain the choice that each one names: %s', (name, choices) => {
    const group = conditionChoices(DATA, undefined).find((one) => one.name === name)
    expect(group?.options.map(({ choice }) => choice)).toEqual(choices)
  })
})
