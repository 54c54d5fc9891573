/** yyyy-MM-dd HH:mm in Asia/Shanghai, the same in every language of the interface. */
export function Moment({ at }: { at: Date }) {
  return (
    <time dateTime={at.toISOString()} className="whitespace-nowrap tabular-nums">
      {momentText(at)}
    </time>
  )
}

const FORMAT = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Shanghai',
  dateStyle: 'short',
  timeStyle: 'short',
})

export const momentText = (at: Date) => FORMAT.format(at)
