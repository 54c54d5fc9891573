import { useTranslations } from '#views/language.tsx'
import { useMoney } from '#views/values/money.tsx'
import type { DayOfRevenue, Revenue, Series } from '../revenue.ts'
import { useSeriesName } from './legend.tsx'
import { Pattern } from './pattern.tsx'

/** The width of a day and of its bar, and the height of the chart. */
const WIDTH = 120
const BAR = 90
const HEIGHT = 1400n

interface Surface {
  series: Series
  amount: bigint
  /** The range of the bar in money; negative for refunds. */
  low: bigint
  high: bigint
}

/** The stacked bars of a day: income upwards from zero, refunds downwards. */
export function stack({ amounts }: DayOfRevenue, series: Series[]): Surface[] {
  let highest = 0n
  let lowest = 0n
  return series.flatMap((one) => {
    const amount = amounts[one] ?? 0n
    if (!amount) return []
    if (amount > 0n) highest += amount
    else lowest += amount
    return [
      amount > 0n
        ? { series: one, amount, low: highest - amount, high: highest }
        : { series: one, amount, low: lowest, high: lowest - amount },
    ]
  })
}

/** The smallest amount of 1, 2 or 5 times a power of ten, in yuan or dollars, that is at least `amount`. */
export function roundAbove(amount: bigint): bigint {
  for (let step = 100n; ; step *= 10n)
    for (const times of [1n, 2n, 5n]) if (step * times >= amount) return step * times
}

/** The range of the chart. */
function scaleOf(surfaces: Surface[]) {
  const amounts = [0n, ...surfaces.flatMap(({ low, high }) => [low, high])].sort((a, b) => (a < b ? -1 : 1))
  const lowest = amounts[0]!
  const max = amounts.at(-1)!
  return { top: roundAbove(max), bottom: lowest < 0n ? -roundAbove(-lowest) : 0n }
}

/** A month as a stacked bar chart with one bar for each day. The table below it contains the numbers. */
export function RevenueChart({ revenue }: { revenue: Revenue }) {
  const t = useTranslations('desk.revenue')
  const money = useMoney()
  const { days, series, currency, total } = revenue
  const bars = days.map((day) => ({ day: day.day, surfaces: stack(day, series) }))
  const { top, bottom } = scaleOf(bars.flatMap(({ surfaces }) => surfaces))
  const y = (amount: bigint) => ((top - amount) * HEIGHT) / (top - bottom)
  const width = days.length * WIDTH
  return (
    <figure className="mb-4 max-w-4xl">
      <ScaleLabel amount={money(top, currency)} />
      <svg
        viewBox={`0 0 ${width} ${HEIGHT}`}
        role="img"
        aria-label={t('picture', { total: money(total, currency) })}
        className="w-full text-base-content/50"
      >
        <defs>
          {series.map((one) => (
            <Pattern key={one} id={`bar-${currency}-${one}`} series={one} />
          ))}
        </defs>
        {[...new Set([top, 0n, bottom])].map((line) => (
          <path key={String(line)} d={`M0 ${y(line)}h${width}`} stroke="currentColor" strokeWidth="5" />
        ))}
        {bars.map(({ day, surfaces }, index) => (
          <Bar
            key={day}
            day={day}
            surfaces={surfaces}
            currency={currency}
            y={y}
            x={index * WIDTH + (WIDTH - BAR) / 2}
          />
        ))}
      </svg>
      {bottom < 0n && <ScaleLabel amount={money(bottom, currency)} />}
      <DayNumbers days={days} />
    </figure>
  )
}

const ScaleLabel = ({ amount }: { amount: string }) => (
  <p className="text-base-content/75 text-xs" aria-hidden="true">
    {amount}
  </p>
)

interface BarProps extends Pick<Revenue, 'currency'> {
  day: string
  surfaces: Surface[]
  x: number
  y: (amount: bigint) => bigint
}

/** The bars of one day; each has a tooltip. */
function Bar({ day, surfaces, currency, x, y }: BarProps) {
  const money = useMoney()
  const name = useSeriesName()
  return surfaces.map(({ series, amount, low, high }) => (
    <rect
      key={series}
      x={x}
      y={String(y(high))}
      width={BAR}
      // At least 5, so that small amounts remain visible.
      height={String(y(low) - y(high) || 5n)}
      fill={`url(#bar-${currency}-${series})`}
    >
      <title>{`${day} ${name(series)} ${money(amount, currency)}`}</title>
    </rect>
  ))
}

const COLUMNS: Record<number, string> = {
  28: 'grid-cols-28',
  29: 'grid-cols-29',
  30: 'grid-cols-30',
  31: 'grid-cols-31',
}

/** The labels of the first and every fifth day, below their bars. */
function DayNumbers({ days }: { days: DayOfRevenue[] }) {
  return (
    <div
      aria-hidden="true"
      className={`grid justify-items-center whitespace-nowrap text-[0.625rem] sm:text-xs ${COLUMNS[days.length]}`}
    >
      {days.map(({ day }, index) => (
        <span key={day}>{index === 0 || (index + 1) % 5 === 0 ? index + 1 : ''}</span>
      ))}
    </div>
  )
}
