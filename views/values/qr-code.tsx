import { encode } from 'uqr'

/** A QR code as an image: dark modules on white, whatever the colours of the page are. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const path = data
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('')
  return (
    <figure className="mt-4 grid justify-items-center gap-2">
      <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} className="w-56 rounded bg-white">
        <path d={path} fill="#000" shapeRendering="crispEdges" />
      </svg>
      <figcaption className="text-base-content/75 text-sm">{label}</figcaption>
    </figure>
  )
}
