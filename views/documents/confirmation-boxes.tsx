interface Props {
  words: string
  points: { key: string; place: string; words: string }[]
}

/** The differences between the two languages, each with a checkbox to acknowledge it. */
export function ConfirmationBoxes({ words, points }: Props) {
  return (
    <fieldset className="mb-3 grid w-full gap-2 text-sm">
      <legend className="mb-1">{words}</legend>
      {points.map((point) => (
        <label key={point.key} className="flex items-start gap-2">
          <input type="checkbox" required name={point.key} value="yes" className="checkbox checkbox-sm" />
          <span>
            <span className="font-medium">{point.place}</span> {point.words}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
