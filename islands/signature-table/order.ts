import { findLast, spliced } from '#assembly/lists/lists.ts'
import type { SignatoryEntry } from '#modules/signing/schema.ts'

/**
 * The signatories in groups, in signing order: the people of a group act at the same time. A recipient of a
 * copy is a separate group.
 */
function groupsOf(list: SignatoryEntry[]): SignatoryEntry[][] {
  const groups: SignatoryEntry[][] = []
  for (const entry of list) {
    const last = groups.at(-1)
    if (last && entry.together && entry.role !== 'copy' && last[0]!.role !== 'copy') last.push(entry)
    else groups.push([entry])
  }
  return groups
}

const listOf = (groups: SignatoryEntry[][]): SignatoryEntry[] =>
  groups.flatMap((group) => group.map((entry, index) => marked(entry, index > 0)))

function marked({ together: _, ...entry }: SignatoryEntry, isTogether: boolean): SignatoryEntry {
  return isTogether ? { ...entry, together: true } : entry
}

const indexOf = (groups: SignatoryEntry[][], id: string) =>
  groups.findIndex((group) => group.some((one) => one.id === id))

/** Removes an entry from its group: returns the group without it, which may be empty, and the entry. */
function withoutEntry(groups: SignatoryEntry[][], id: string) {
  const at = indexOf(groups, id)
  const entry = groups[at]!.find((one) => one.id === id)!
  return { at, entry, rest: groups[at]!.filter((one) => one !== entry) }
}

/**
 * Moves one signatory up (-1) or down (1): out of their group, or else past the next group. Unchanged at the
 * ends.
 */
export function moveSignatory(list: SignatoryEntry[], id: string, by: -1 | 1): SignatoryEntry[] {
  const groups = groupsOf(list)
  const { at, entry, rest } = withoutEntry(groups, id)
  if (rest.length > 0) return listOf(spliced(groups, at, 1, ...(by < 0 ? [[entry], rest] : [rest, [entry]])))
  const to = at + by
  if (to < 0 || to >= groups.length) return list
  return listOf(spliced(spliced(groups, at, 1), to, 0, [entry]))
}

/** Moves one signatory to the place of another: before them when moving up, otherwise after them. */
export function moveTo(list: SignatoryEntry[], id: string, target: string): SignatoryEntry[] {
  const groups = groupsOf(list)
  const { at, entry, rest } = withoutEntry(groups, id)
  const to = indexOf(groups, target)
  if (id === target || to === at) return list
  const others = spliced(groups, at, 1, ...(rest.length ? [rest] : []))
  const place = indexOf(others, target) + (to > at ? 1 : 0)
  return listOf(spliced(others, place, 0, [entry]))
}

/** The entry with which this one could act at the same time: the nearest earlier one who acts. */
export function partnerOf(list: SignatoryEntry[], id: string): SignatoryEntry | undefined {
  const at = list.findIndex((one) => one.id === id)
  return list[at]?.role === 'copy' ? undefined : findLast(list.slice(0, at), ({ role }) => role !== 'copy')
}

/** Makes one signatory act at the same time as the previous group, or separately after it. */
export function setTogether(list: SignatoryEntry[], id: string, isTogether: boolean): SignatoryEntry[] {
  const groups = groupsOf(list)
  const { at, entry, rest } = withoutEntry(groups, id)
  if (!isTogether) return listOf(spliced(groups, at, 1, ...(rest.length ? [rest] : []), [entry]))
  const before = findLast(groups.slice(0, at), (group) => group[0]!.role !== 'copy')
  if (!before) return list
  const others = spliced(groups, at, 1, ...(rest.length ? [rest] : []))
  return listOf(others.map((group) => (group === before ? [...group, entry] : group)))
}

/** Changes the role of a signatory; a recipient of a copy leaves the order. */
export function setRole(
  list: SignatoryEntry[],
  id: string,
  role: NonNullable<SignatoryEntry['role']>,
): SignatoryEntry[] {
  const freed =
    role === 'copy' && list.find((one) => one.id === id)?.together ? setTogether(list, id, false) : list
  const next = freed.map((one) => (one.id === id ? { ...one, role } : one))
  return listOf(groupsOf(next))
}
