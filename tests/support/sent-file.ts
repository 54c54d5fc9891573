import type { LanguageChoice } from '#assembly/answers.ts'
import { assemble } from '#assembly/assemble.ts'
import { withSignatories } from '#modules/printing/index.ts'
import { typeset } from '#modules/printing/typeset/typeset.ts'
import type { SealPicture } from '#modules/seals/index.ts'
import { a4Pages, chosenPlaces, type SigningCopy } from '#modules/signing/copy/signing-copy.ts'
import type { Authority } from '#modules/signing/providers/builtin/authority/authority.ts'
import { fieldNameOf } from '#modules/signing/providers/builtin/field-name.ts'
import { drawingsIn } from '#modules/signing/providers/builtin/pades/drawing/drawings.ts'
import { prepareFile } from '#modules/signing/providers/builtin/preparing/prepare-file.ts'
import { sealSignature } from '#modules/signing/providers/builtin/seal/seal-drawing.ts'
import { sealDrawingIn } from '#modules/signing/providers/builtin/seal/set-seal.ts'
import type { TrialSeal } from '#modules/signing/providers/provider.ts'
import * as kit from '../modules/signing/pades/signing-kit.ts'
import { sampleSource } from './sample-source.ts'

const CREATED_AT = new Date('2026-11-21T02:00:00Z')

export const DRAWN_SEAL: SealPicture = {
  look: {
    way: 'drawn',
    design: { shape: 'round', name: '莲花贸易（上海）有限公司', line: '合同专用章', code: '3101150123456' },
  },
  picture: null,
}

export const PEOPLE = [
  { id: 'one', party: 'a', name: '陈莲', title: '总经理', email: '', position: 1 },
  { id: 'two', party: 'b', name: 'Oliver Grant', title: 'Director', email: '', position: 2 },
]

export interface Sending {
  languages?: Partial<LanguageChoice>
  /** The picture of party A's seal, which is also its cross-page seal. */
  seal?: SealPicture
  /** Whether Oliver Grant also signs on page 1. */
  elsewhere?: boolean
}

/** The sample contract prepared for two signatories, with all its signature fields. */
export async function sentFile({ languages = {}, seal, elsewhere = false }: Sending = {}) {
  const source = sampleSource()
  Object.assign(source.answers.languages, languages)
  const spot = { page: 1, x: 380, y: 60, width: 150, height: 60 }
  const signatories = PEOPLE.map((one) =>
    elsewhere && one.id === 'two' ? { ...one, spots: ['block' as const, spot] } : one,
  )
  const tree = withSignatories(assemble(source), signatories, seal ? ['a'] : [])
  const printedFile = await typeset(tree, { createdAt: CREATED_AT, hasSource: true })
  const finalFile = await typeset(assemble(source), { createdAt: CREATED_AT, hasSource: true })
  const places = [...printedFile.signaturePlaces, ...signatories.flatMap(chosenPlaces)]
  const copy: SigningCopy = { languages: tree.languages, pages: printedFile.pages, places }
  const seals: TrialSeal[] = seal
    ? [{ party: 'a', signatoryId: 'one', position: 1, picture: seal, crossPage: true }]
    : []
  const labels = Object.fromEntries(tree.signatures.map(({ key, label }) => [key, label]))
  const file = { bytes: printedFile.bytes, copy, number: tree.number, signatories, seals, labels }
  return {
    tree,
    copy,
    seals,
    /** The final PDF, without signatures. */
    final: finalFile.bytes,
    printed: printedFile.bytes,
    bytes: prepareFile({ ...file, pages: a4Pages(copy.pages) }),
  }
}

export type SentFile = Awaited<ReturnType<typeof sentFile>>

/** The file after each signature and after the closing seal. */
export async function signSent(
  authority: Authority,
  { bytes, copy, seals, tree }: SentFile,
  timestampUrl?: string,
) {
  const revisions: Uint8Array[] = [bytes]
  const sign = async (name: string, more: Parameters<typeof kit.signAs>[3]) => {
    revisions.push(await kit.signAs(authority, revisions.at(-1)!, { name }, more))
  }
  for (const { id, name, title, position } of PEOPLE) {
    for (const seal of seals.filter(({ signatoryId }) => signatoryId === id))
      await sign(name, sealSignature(sealDrawingIn(copy, seal)!, tree.number))
    const caption = { name, title, signedAt: CREATED_AT }
    for (const [index, drawing] of (
      await drawingsIn(copy, id, { kind: 'typed', text: name }, caption)
    ).entries())
      await sign(name, { fieldName: fieldNameOf(position, index), ...drawing })
  }
  return [...revisions, await kit.seal(authority, revisions.at(-1)!, timestampUrl)]
}
