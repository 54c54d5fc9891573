import { Moment, momentText } from '#views/values/moment.tsx'

/**
 * The time of a payment. Banks often state only the day, which is stored as its midnight; only the day is
 * then shown.
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
