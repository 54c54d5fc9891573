import { shanghaiDay } from '#src/core/clock.ts'

export function Day({ at }: { at: Date }) {
  return (
    <time dateTime={at.toISOString()} className="whitespace-nowrap tabular-nums">
      {shanghaiDay(at)}
    </time>
  )
}
