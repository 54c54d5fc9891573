import type { LenientDocument } from '#src/pdf/lenient/document.ts'
import { Parser } from '#src/pdf/lenient/parser.ts'
import { headsIn } from '#src/pdf/lenient/rebuild.ts'
import { Dict, Stream, type Value } from '#src/pdf/lenient/values.ts'

/** Maximum number of dictionaries read, to limit the effect of malicious files. */
const MAX_SIGNATURES = 500

const MAX_DEPTH = 12

/** Every dictionary with a /ByteRange in the bytes, whether or not anything refers to it. */
export function signatureDictsIn(bytes: Buffer): Dict[] {
  const heads = headsIn(bytes)
  const objects = new Set<number>()
  for (
    let offset = bytes.indexOf('/ByteRange');
    offset >= 0 && objects.size < MAX_SIGNATURES;
    offset = bytes.indexOf('/ByteRange', offset + 10)
  ) {
    const head = lastBefore(heads, offset)
    if (head !== null) objects.add(head)
  }
  return [...objects].flatMap((offset) => dictsAt(bytes, offset))
}

function lastBefore(heads: { at: number }[], offset: number): number | null {
  let low = 0
  let high = heads.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (heads[middle]!.at <= offset) low = middle + 1
    else high = middle
  }
  return heads[low - 1]?.at ?? null
}

function dictsAt(bytes: Buffer, offset: number): Dict[] {
  try {
    const value = new Parser(bytes, offset).indirectObject(() => null)?.value ?? null
    return dictsWithRange(value, 0)
  } catch {
    return []
  }
}

function dictsWithRange(value: Value, depth: number): Dict[] {
  if (depth > MAX_DEPTH) return []
  if (Array.isArray(value)) return value.flatMap((item) => dictsWithRange(item, depth + 1))
  const dict = value instanceof Stream ? value.dict : value
  if (!(dict instanceof Dict)) return []
  if (dict.entries.has('ByteRange')) return [dict]
  return [...dict.entries.values()].flatMap((item) => dictsWithRange(item, depth + 1))
}

/**
 * The targets of the catalog's /Perms: Adobe's usage rights, which are not a signature, and the author's
 * certification.
 */
export function permissionDicts(document: LenientDocument): { usage: Dict[]; certification: Dict[] } {
  const permissions = document.dict(document.catalog?.entries.get('Perms'))
  const permissionDict = (key: string) => document.dict(permissions?.entries.get(key))
  const withoutNull = (dicts: (Dict | null)[]) => dicts.filter((dict) => dict !== null)
  return {
    usage: withoutNull([permissionDict('UR3'), permissionDict('UR')]),
    certification: withoutNull([permissionDict('DocMDP')]),
  }
}
