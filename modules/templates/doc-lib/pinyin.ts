/**
 * Whether letters spell syllables of a name: whole syllables (the last may be incomplete), such as baomixie,
 * or the initials of at least two syllables, such as bmxy. `name` has the format of `Pronunciation`.
 */
export function matchesPinyin(letters: string, name: string): boolean {
  const searchLetters = letters.replaceAll('v', 'u')
  if (searchLetters.length < 2) return false
  const syllables = name.split(' ').filter(Boolean)
  return syllables.some(
    (_, startIndex) =>
      matchesInFull(searchLetters, syllables, startIndex) ||
      matchesInitials(searchLetters, syllables, startIndex),
  )
}

function matchesInFull(letters: string, syllables: string[], startIndex: number): boolean {
  const syllable = syllables[startIndex]
  if (!letters || !syllable) return !letters
  if (letters.startsWith(syllable))
    return matchesInFull(letters.slice(syllable.length), syllables, startIndex + 1)
  return syllable.startsWith(letters)
}

/** 商 matches both s and sh. */
function matchesInitials(letters: string, syllables: string[], startIndex: number): boolean {
  const syllable = syllables[startIndex]
  if (!letters || !syllable) return !letters
  const initials = /^[zcs]h/.test(syllable) ? [syllable.slice(0, 2), syllable[0]!] : [syllable[0]!]
  return initials.some(
    (initial) =>
      letters.startsWith(initial) &&
      matchesInitials(letters.slice(initial.length), syllables, startIndex + 1),
  )
}
