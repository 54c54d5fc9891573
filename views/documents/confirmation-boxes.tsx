import { type ReactNode, useId } from 'react'

interface ConfirmationPoint {
  /** The name of the form field. */
  key: string
  place: ReactNode
  words: string
  /** The label of the box for a reason, if the point needs a reason. */
  reason?: string
}

interface Props {
  words: string
  points: ConfirmationPoint[]
}

/** The points to confirm, each with a checkbox or with a box for the reason. */
export function ConfirmationBoxes({ words, points }: Props) {
  return (
    <fieldset className="mb-3 grid w-full gap-2 text-sm">
      <legend className="mb-1">{words}</legend>
      {points.map((point) =>
        point.reason ? (
          <ReasonBox key={point.key} point={point} reason={point.reason} />
        ) : (
          <label key={point.key} className="flex items-start gap-2">
            <input type="checkbox" required name={point.key} value="yes" className="checkbox checkbox-sm" />
            <PointWords point={point} />
          </label>
        ),
      )}
    </fieldset>
  )
}

function ReasonBox({ point, reason }: { point: ConfirmationPoint; reason: string }) {
  const id = useId()
  return (
    <div className="grid gap-1">
      <PointWords point={point} />
      <label htmlFor={id} className="font-medium">
        {reason}
      </label>
      <textarea id={id} name={point.key} required maxLength={500} rows={2} className="textarea w-full" />
    </div>
  )
}

const PointWords = ({ point: { place, words } }: { point: ConfirmationPoint }) => (
  <span className="wrap-anywhere">
    <span className="font-medium">{place}</span> {words}
  </span>
)
