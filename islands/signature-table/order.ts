import { findLast, spliced } from '#assembly/lists/lists.ts'
import type { SignatoryEntry } from '#modules/signing/schema.ts'

/**
 * The signatories in groups, in signing order: the people of a group act at the same time. Each recipient of
 * a copy is a group of one.
 */
function groupsOf(list: SignatoryEntry[]): SignatoryEntry[][] {
  const groups: SignatoryEntry[][] = []
  for (const entry of list) {
    const lastGroup = groups.at(-1)
    if (lastGroup && entry.together && entry.role !== 'copy' && lastGroup[0]!.role !== 'copy')
      lastGroup.push(entry)
    else groups.push([entry])
  }
  return groups
}

const listOf = (groups: SignatoryEntry[][]): SignatoryEntry[] =>
  groups.flatMap((group) => group.map((entry, index) => withTogether(entry, index > 0)))

function withTogether({ together: _, ...entry }: SignatoryEntry, isTogether: boolean): SignatoryEntry {
  return isTogether ? { ...entry, together: true } : entry
}

const indexOf = (groups: SignatoryEntry[][], id: string) =>
  groups.findIndex((group) => group.some((one) => one.id === id))

/** Removes an entry from its group, and returns the entry and the rest of the group, which may be empty. */
function withoutEntry(groups: SignatoryEntry[][], id: string) {
  const index = indexOf(groups, id)
  const entry = groups[index]!.find((one) => one.id === id)!
  return { at: index, entry, rest: groups[index]!.filter((one) => one !== entry) }
}

/**
 * Moves one signatory up (-1) or down (1): first out of a shared group, otherwise past the next group.
 * Unchanged at either end.
 */
export function moveSignatory(list: SignatoryEntry[], id: string, offset: -1 | 1): SignatoryEntry[] {
  const groups = groupsOf(list)
  const { at: index, entry, rest } = withoutEntry(groups, id)
  if (rest.length > 0)
    return listOf(spliced(groups, index, 1, ...(offset < 0 ? [[entry], rest] : [rest, [entry]])))
  const newIndex = index + offset
  if (newIndex < 0 || newIndex >= groups.length) return list
  return listOf(spliced(spliced(groups, index, 1), newIndex, 0, [entry]))
}

/** Moves one signatory to the position of another: before the other when moving up, otherwise after. */
export function moveTo(list: SignatoryEntry[], id: string, target: string): SignatoryEntry[] {
  const groups = groupsOf(list)
  const { at: index, entry, rest } = withoutEntry(groups, id)
  const newIndex = indexOf(groups, target)
  if (id === target || newIndex === index) return list
  const otherGroups = spliced(groups, index, 1, ...(rest.length ? [rest] : []))
  const insertIndex = indexOf(otherGroups, target) + (newIndex > index ? 1 : 0)
  return listOf(spliced(otherGroups, insertIndex, 0, [entry]))
}

/** The entry that this one could share a turn with: the nearest earlier one who acts. */
export function partnerOf(list: SignatoryEntry[], id: string): SignatoryEntry | undefined {
  const index = list.findIndex((one) => one.id === id)
  return list[index]?.role === 'copy'
    ? undefined
    : findLast(list.slice(0, index), ({ role }) => role !== 'copy')
}

/** Lets one signatory act at the same time as the previous group, or separately after it. */
export function setTogether(list: SignatoryEntry[], id: string, isTogether: boolean): SignatoryEntry[] {
  const groups = groupsOf(list)
  const { at: index, entry, rest } = withoutEntry(groups, id)
  if (!isTogether) return listOf(spliced(groups, index, 1, ...(rest.length ? [rest] : []), [entry]))
  const previousGroup = findLast(groups.slice(0, index), (group) => group[0]!.role !== 'copy')
  if (!previousGroup) return list
  const otherGroups = spliced(groups, index, 1, ...(rest.length ? [rest] : []))
  return listOf(otherGroups.map((group) => (group === previousGroup ? [...group, entry] : group)))
}

/** Changes the role of a signatory. A recipient of a copy leaves the order. */
export function setRole(
  list: SignatoryEntry[],
  id: string,
  role: NonNullable<SignatoryEntry['role']>,
): SignatoryEntry[] {
  const withoutSignatory =
    role === 'copy' && list.find((one) => one.id === id)?.together ? setTogether(list, id, false) : list
  const next = withoutSignatory.map((one) => (one.id === id ? { ...one, role } : one))
  return listOf(groupsOf(next))
}
