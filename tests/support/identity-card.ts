const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]

/** The number of an identity card for this date of birth, with a valid check character. */
export function identityCard(born: string, nth = 123): string {
  const figures = `310104${born.replaceAll('-', '')}${String(nth).padStart(3, '0')}`
  const sum = [...figures].reduce((so, figure, index) => so + WEIGHTS[index]! * Number(figure), 0)
  return `${figures}${'10X98765432'.charAt(sum % 11)}`
}
