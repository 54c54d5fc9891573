import { strokePath } from '#views/signing/stroke-path.ts'
import { FIELD, type Signature } from '../signature.ts'

/** A signature as it appears in the document: the typed name, or the strokes. `label` names its owner. */
export function SignatureMark({ signature, label }: { signature: Signature; label: string }) {
  if (signature.kind === 'typed') return <p className="font-serif text-3xl">{signature.text}</p>
  return (
    <svg viewBox={`0 0 ${FIELD.width} ${FIELD.height}`} role="img" aria-label={label} className="w-60">
      <title>{label}</title>
      <path
        d={signature.strokes.map(strokePath).join('')}
        fill="none"
        stroke="currentColor"
        strokeWidth="2.4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
