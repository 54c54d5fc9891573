import { Moment, momentText } from '#views/values/moment.tsx'

/**
 * When money came. A bank often names the day alone, which is kept as its midnight: then the day is all that
 * is told.
 */
export function Arrival({ at }: { at: Date }) {
  const [day, time] = momentText(at).split(' ')
  if (time !== '00:00') return <Moment at={at} />
  return (
    <time dateTime={day} className="whitespace-nowrap tabular-nums">
      {day}
    </time>
  )
}
