import { describe, expect, test } from 'vitest'
import { moveSignatory, moveTo, partnerOf, setRole, setTogether } from '#islands/signature-table/order.ts'
import type { SignatoryEntry } from '#modules/signing/schema.ts'
import { turnsOf } from '#views/signing/turn-order.ts'

/** `A B+C d` is A, then B and C at the same time, and d for a copy. */
function listOf(text: string): SignatoryEntry[] {
  return text.split(' ').flatMap((group) =>
    group.split('+').map((id, index): SignatoryEntry => {
      const copy = id === id.toLowerCase()
      return {
        id,
        party: 'a',
        name: id,
        email: `${id}@lotus.example`,
        ...(copy && { role: 'copy' as const }),
        ...(index > 0 && { together: true }),
      }
    }),
  )
}

function textOf(list: SignatoryEntry[]): string {
  return list.map(({ id, together }, index) => (index === 0 ? '' : together ? '+' : ' ') + id).join('')
}

describe('the numbers of the order', () => {
  test.each([
    ['A B C', [1, 2, 3]],
    ['A+B C', [1, 1, 2]],
    ['A d B+C', [1, 0, 2, 2]],
  ])('%s', (text, turns) => {
    expect(turnsOf(listOf(text))).toEqual(turns)
  })

  test('the first of a list has no predecessor to sign together with', () => {
    expect(turnsOf([{ together: true }, { together: true }])).toEqual([1, 1])
  })
})

test.each([
  ['A B C', 'B', -1, 'B A C'],
  ['A B C', 'B', 1, 'A C B'],
  ['A B C', 'A', -1, 'A B C'],
  ['A B C', 'C', 1, 'A B C'],
  ['A+B C', 'C', -1, 'C A+B'],
  ['A+B C', 'A', 1, 'B A C'],
  ['A+B C', 'A', -1, 'A B C'],
  ['A B+C', 'C', 1, 'A B C'],
  ['A d B', 'B', -1, 'A B d'],
] as const)('in %s, %s moved by %i gives %s', (text, id, by, result) => {
  expect(textOf(moveSignatory(listOf(text), id, by))).toBe(result)
})

test.each([
  ['A B C D', 'D', 'A', 'D A B C'],
  ['A B C D', 'A', 'C', 'B C A D'],
  ['A+B C', 'C', 'B', 'C A+B'],
  ['A+B C', 'A', 'C', 'B C A'],
  ['A B', 'A', 'A', 'A B'],
])('in %s, %s dropped on %s gives %s', (text, id, target, result) => {
  expect(textOf(moveTo(listOf(text), id, target))).toBe(result)
})

test.each([
  ['A B C', 'B', true, 'A+B C'],
  ['A B+C', 'B', true, 'A+B C'],
  ['A d B', 'B', true, 'A+B d'],
  ['A+B C', 'B', false, 'A B C'],
  ['A+B+C', 'B', false, 'A+C B'],
  ['A B', 'A', true, 'A B'],
])('in %s, %s together with those before: %s gives %s', (text, id, isTogether, result) => {
  expect(textOf(setTogether(listOf(text), id, isTogether))).toBe(result)
})

test('a recipient of a copy is not in the signing order, and signs together with nobody', () => {
  const list = setRole(listOf('A+B+C'), 'B', 'copy')
  expect([textOf(list), turnsOf(list)]).toEqual(['A+C B', [1, 1, 0]])
  expect(partnerOf(list, 'B')).toBeUndefined()
  expect(partnerOf(list, 'C')?.id).toBe('A')
})
