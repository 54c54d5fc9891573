/** yyyy-MM-dd HH:mm in Asia/Shanghai, the same in every language of the interface. */
export function Moment({ at }: { at: Date }) {
  return (
    <time dateTime={at.toISOString()} className="whitespace-nowrap tabular-nums">
      {momentText(at)}
    </time>
  )
}

/** Shanghai has had no summer time since 1991, long before the first document: always eight hours ahead. */
const AHEAD = 8 * 3_600_000

/** By hand: a list has dozens, and Intl takes its time. */
export const momentText = (at: Date) =>
  new Date(at.getTime() + AHEAD).toISOString().slice(0, 16).replace('T', ' ')
