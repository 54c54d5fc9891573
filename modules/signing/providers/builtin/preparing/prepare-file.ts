import { sizeOf } from '#modules/seals/index.ts'
import { boundsOf, signatureBoxes } from '../../../copy/signing-copy.ts'
import type { FileToPrepare, TrialSeal } from '../../provider.ts'
import { fieldNameOf, sealFieldNameOf } from '../field-name.ts'
import type { EmptyField } from '../pades/prepared/empty-field.ts'
import { prepareFields } from '../pades/prepared/prepare.ts'
import { type CrossPageSeal, crossPageFieldName } from '../pades/seal/strips.ts'
import { SEAL_PLACEHOLDER } from '../seal/set-seal.ts'
import { fieldLabel } from './field-label.ts'

const POINTS_PER_MM = 72 / 25.4

/**
 * Adds the fields of all signatories and seals to a file before it is sent. An imported PDF gets only the
 * fields that must exist before the first signature, which are those of cross-page seals.
 */
export function prepareFile(file: FileToPrepare): Uint8Array {
  const { bytes, copy, pages, seals } = file
  const crossPage = seals.filter((one) => one.crossPage).map((seal) => crossPageSeal(file, seal))
  const isTagged = !copy.imported
  return prepareFields(bytes, { pages, signatures: isTagged ? fieldsOf(file) : [], crossPage, isTagged })
}

/** In signing order: a signatory's seal, then the signatory's signatures. */
function fieldsOf(file: FileToPrepare): EmptyField[] {
  return [...file.signatories]
    .sort((one, other) => one.position - other.position)
    .flatMap((one) => {
      const boxes = signatureBoxes(file.copy.places, one.id)
      const seal = file.seals.find(({ signatoryId }) => signatoryId === one.id)
      const party = partyOf(file, boxes[0]?.[0]?.party ?? '')
      const { languages } = file.copy
      const signatures = boxes.map(
        (places, index): EmptyField => ({
          fieldName: fieldNameOf(one.position, index),
          label: fieldLabel('sign', { languages, party, name: one.name, place: index + 1 }),
          place: { page: places[0]!.page, ...boundsOf(places) },
          structureId: structureIdOf(places),
        }),
      )
      return [...(seal ? sealFields(file, seal, signatures[0]?.structureId) : []), ...signatures]
    })
}

const structureIdOf = (places: { structureId?: string }[]) =>
  places.find(({ structureId }) => structureId)?.structureId

/** In the reading order a seal comes with the signature beside it. */
function sealFields(file: FileToPrepare, seal: TrialSeal, structureId?: string): EmptyField[] {
  const { copy, pages } = file
  const place = copy.places.find(({ kind, party }) => kind === 'seal' && party === seal.party)
  if (!place) return []
  const label = fieldLabel('seal', { languages: copy.languages, party: partyOf(file, seal.party) })
  const crossPageField = seal.crossPage && pages.length > 1 ? crossPageFieldName(seal.position) : undefined
  return [{ fieldName: sealFieldNameOf(seal.position), label, place, structureId, crossPageField }]
}

function crossPageSeal(file: FileToPrepare, { party, position, picture }: TrialSeal): CrossPageSeal {
  const { width, height } = sizeOf((picture ?? SEAL_PLACEHOLDER).look)
  const { languages } = file.copy
  return {
    fieldName: crossPageFieldName(position),
    label: fieldLabel('crossPage', { languages, party: partyOf(file, party) }),
    width: width * POINTS_PER_MM,
    height: height * POINTS_PER_MM,
  }
}

const NO_LABEL = { zh: '', en: '' }

const partyOf = ({ labels }: FileToPrepare, key: string) => labels[key] ?? NO_LABEL
