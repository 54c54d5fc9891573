import type { Selectable } from 'kysely'
import { now, shanghaiDay } from '#src/core/clock.ts'
import { AppError } from '#src/core/errors.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { DocumentTable } from '../schema.ts'
import { isFinal } from '../status.ts'

type DocumentRow = Selectable<DocumentTable>

/** Packages with which every document remains editable, however it was bought. */
export const LASTING_PACKAGES: readonly Viewer['package'][] = [
  'basic',
  'professional',
  'enterprise',
  'customised',
]

/**
 * Whether the editing period of a document bought singly is over. The document remains: it can be read,
 * downloaded and signed, and with a monthly package it can be edited again.
 */
export const isLapsed = (
  { valid_until }: Pick<DocumentRow, 'valid_until'>,
  viewer: Pick<Viewer, 'package'>,
) => valid_until !== null && valid_until <= now() && !LASTING_PACKAGES.includes(viewer.package)

/** How long a document can be edited, in the words of lists. */
export type Validity = 'lapsed' | 'until' | 'package' | 'longTerm'

/**
 * A finalised or imported document is permanent; a draft is editable until the end of its editing period, or
 * as long as the package lasts.
 */
export function validityOf(
  document: Pick<DocumentRow, 'valid_until' | 'status' | 'kind'>,
  viewer: Pick<Viewer, 'package'>,
): Validity {
  if (document.kind === 'imported' || isFinal(document.status)) return 'longTerm'
  if (isLapsed(document, viewer)) return 'lapsed'
  return document.valid_until && !LASTING_PACKAGES.includes(viewer.package) ? 'until' : 'package'
}

/** Throws DOCUMENT_LAPSED. */
export function refuseLapsed(document: Pick<DocumentRow, 'valid_until'>, viewer: Pick<Viewer, 'package'>) {
  if (isLapsed(document, viewer))
    throw new AppError('DOCUMENT_LAPSED', { day: shanghaiDay(document.valid_until!) })
}
