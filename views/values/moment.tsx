/** yyyy-MM-dd HH:mm in Asia/Shanghai, in every language of the interface. */
export function Moment({ at }: { at: Date }) {
  return (
    <time dateTime={at.toISOString()} className="whitespace-nowrap tabular-nums">
      {momentText(at)}
    </time>
  )
}

/** A moment with the time below the day, for a narrow column. */
export function NarrowMoment({ at }: { at: Date }) {
  const [day, clock] = momentText(at).split(' ')
  return (
    <time dateTime={at.toISOString()} className="tabular-nums">
      <span className="whitespace-nowrap">{day}</span> {clock}
    </time>
  )
}

/** yyyy-MM-dd in Asia/Shanghai. */
export function Day({ at }: { at: Date }) {
  return (
    <time dateTime={at.toISOString()} className="whitespace-nowrap tabular-nums">
      {momentText(at).slice(0, 10)}
    </time>
  )
}

/** Shanghai is at UTC+8. Its last daylight saving time was in 1991, before the first document. */
const SHANGHAI_OFFSET_MS = 8 * 3_600_000

/** Formatted by hand, because Intl is slow and a list shows dozens of timestamps. */
export const momentText = (at: Date) =>
  new Date(at.getTime() + SHANGHAI_OFFSET_MS).toISOString().slice(0, 16).replace('T', ' ')
