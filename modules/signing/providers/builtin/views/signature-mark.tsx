import { strokePath } from '#views/signing/stroke-path.ts'
import { FIELD, type Signature } from '../signature.ts'
import { pictureAddress } from '../uploaded/uploaded-signature.ts'
import { typedNameSvg } from './typed-name-svg.ts'

/** A signature as it appears in the document. `label` names its owner. */
export function SignatureMark({ signature, label }: { signature: Signature; label: string }) {
  if (signature.kind === 'typed') return <img src={address(signature.text)} alt={label} className="h-20" />
  if (signature.kind === 'picture')
    return <img src={pictureAddress(signature)} alt={label} className="max-h-20 max-w-60" />
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

const address = (name: string) =>
  `data:image/svg+xml;base64,${Buffer.from(typedNameSvg(name)).toString('base64')}`
