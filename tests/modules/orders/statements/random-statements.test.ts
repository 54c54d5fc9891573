import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ReadStatement, readStatement } from '#modules/orders/desk/bank/read-statement.ts'
import { setClock, shanghaiDay } from '#src/core/clock.ts'
import { caseCount } from '#tests/support/runs.ts'
import { drawSeed, type Seeded, seeded } from '#tests/support/seeded.ts'
import { BANK_EXPORTS, exportText, type Movement } from '#tests/support/statements/bank-exports.ts'
import { ENCODINGS } from '#tests/support/statements/encodings.ts'

beforeAll(() => setClock(() => new Date('2026-11-28T12:00:00+08:00')))
afterAll(() => setClock(null))

const COUNT = caseCount(100, 500)
const ODD_DATES = ['10211126', '2026-13-01', '102133', '26/11/2026', '46352', '20270101', 'today', '', '-']
const ODD_AMOUNTS = ['1.299,00', '12,34.5', 'NaN', '1e5', '--', '', '299,00', '#REF!', '0x12', '29 9.00x']
const STRANGE = ['栏目', 'X', '', '备用', 'Field 7', '保留', '金 額?', '数据']
const two = (number: number) => String(number).padStart(2, '0')

function movementsBy(dice: Seeded): Movement[] {
  let balance = 10_000_000n
  return Array.from({ length: 2 + dice.below(6) }, (_, index) => {
    const size = BigInt(100 + dice.below(2_000_000))
    const amount = dice.below(3) ? size : -size
    balance += amount
    return {
      day: `202611${two(1 + dice.below(27))}`,
      clock: `${two(dice.below(24))}${two(dice.below(60))}${two(dice.below(60))}`,
      amount,
      balance,
      other: dice.pick(['汉娜', '莲花贸易（上海）有限公司', 'Lotus Trading Ltd', '合计科技']),
      remark: `${dice.pick(['', '合同费 ', '货款/'])}QO261126${String(index).padStart(4, '0')}`,
      reference: `R${index}-${dice.below(1e9)}`,
    }
  })
}

/** An export with reordered, missing and renamed columns, and with invalid cells. */
function changedExport(dice: Seeded) {
  const of = dice.pick(BANK_EXPORTS)
  let columns = [...of.columns]
  if (dice.below(2)) columns = columns.toSorted(() => dice.below(3) - 1)
  const drops = dice.below(3)
  for (let count = 0; count < drops; count++) columns.splice(dice.below(columns.length), 1)
  const renames = dice.below(3)
  for (let count = 0; count < renames; count++) {
    const at = dice.below(columns.length)
    columns[at] = [dice.pick(STRANGE), columns[at]![1]]
  }
  if (dice.below(3) === 0) {
    const at = dice.below(columns.length)
    const [heading, cell] = columns[at]!
    // A valid number in the amount column looks like a real amount, so only invalid ones are used.
    const odd = dice.pick(/日|时间/.test(heading) ? [...ODD_DATES, ...ODD_AMOUNTS] : ODD_AMOUNTS)
    const every = 1 + dice.below(3)
    let row = 0
    columns[at] = [heading, (one) => (row++ % every ? cell(one) : odd)]
  }
  const separator = dice.pick([',', ',', '|', '\t'] as const)
  const isTabbed = of.pad?.('').includes('\t') || of.name === 'Alipay, account'
  return { ...of, columns, separator: isTabbed ? ',' : separator }
}

/** The lines that would be booked for an order although they differ from the actual movement. */
function wrongLines({ lines }: ReadStatement, movements: Movement[], booked: string[]) {
  return lines.filter(({ remark, amount, at, problem }) => {
    const number = /QO\d{10}/.exec(remark)?.[0]
    if (!number || problem) return false
    const true_ = movements.find((one) => one.remark.includes(number))!
    const day = shanghaiDay(new Date(at)).replaceAll('-', '')
    return String(true_.amount) !== amount || (day !== true_.day && !booked.includes(day))
  })
}

test('altered exports are read correctly, need clarification or are rejected with a reason, and are never booked wrongly', () => {
  const seed = drawSeed()
  const outcomes = { read: 0, asked: 0, refused: 0, empty: 0 }
  for (let count = 0; count < COUNT; count++) {
    const dice = seeded(seed + count)
    const movements = movementsBy(dice)
    const of = changedExport(dice)
    const [encoding, encode] = dice.pick(Object.entries(ENCODINGS))
    const text = exportText(of, movements)
    const read = readStatement(encode(text))
    // Ignores the booking date, which CCB exports besides the transfer date.
    const wrong = wrongLines(read, movements, of.name.startsWith('CCB') ? ['20261127'] : [])
    expect([`SEED=${seed} number ${count}: ${of.name} in ${encoding}`, wrong, wrong.length && text]).toEqual([
      expect.any(String),
      [],
      0,
    ])
    if (read.unknown) outcomes.asked++
    else if (read.faults.length) outcomes.refused++
    else outcomes[read.lines.length ? 'read' : 'empty']++
  }
  expect(outcomes.read).toBeGreaterThan(COUNT / 5)
  expect(outcomes.asked + outcomes.refused).toBeGreaterThan(COUNT / 10)
})
