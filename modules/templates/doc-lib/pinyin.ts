/**
 * Whether letters spell syllables of a name: whole syllables, of which the last may be incomplete
 * (baomixie), or the initials of at least two syllables (bmxy). `name` has the format of `Pronunciation`.
 */
export function matchesPinyin(letters: string, name: string): boolean {
  const searched = letters.replaceAll('v', 'u')
  if (searched.length < 2) return false
  const syllables = name.split(' ').filter(Boolean)
  return syllables.some(
    (_, from) => inFull(searched, syllables, from) || byInitials(searched, syllables, from),
  )
}

function inFull(letters: string, syllables: string[], from: number): boolean {
  const syllable = syllables[from]
  if (!letters || !syllable) return !letters
  if (letters.startsWith(syllable)) return inFull(letters.slice(syllable.length), syllables, from + 1)
  return syllable.startsWith(letters)
}

/** 商 matches both s and sh. */
function byInitials(letters: string, syllables: string[], from: number): boolean {
  const syllable = syllables[from]
  if (!letters || !syllable) return !letters
  const initials = /^[zcs]h/.test(syllable) ? [syllable.slice(0, 2), syllable[0]!] : [syllable[0]!]
  return initials.some(
    (initial) =>
      letters.startsWith(initial) && byInitials(letters.slice(initial.length), syllables, from + 1),
  )
}
