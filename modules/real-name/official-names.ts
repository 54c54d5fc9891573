const HAN = /[\p{Script=Han}·•・‧]+/gu

/**
 * A name as identity cards of the mainland print it: people often write it in two scripts, 陈莲 Chen Lian. One
 * without Chinese characters stays as it is.
 */
export function nameOnCard(name: string): string {
  const parts = name.normalize('NFC').match(HAN)?.join('') ?? ''
  return /\p{Script=Han}/u.test(parts) ? parts : name
}

/** The name of an enterprise without its translation behind it; 'TCL科技' keeps its letters. */
export function registeredName(name: string): string {
  const characters = [...name]
  const end = characters.findLastIndex((character) => /\p{Script=Han}/u.test(character)) + 1
  if (end === 0) return name
  // A closing bracket belongs to the name.
  const [bracket = ''] = characters.slice(end).join('').split(/\s/)
  return characters.slice(0, end).join('') + bracket
}
