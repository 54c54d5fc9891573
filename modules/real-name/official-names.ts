const HAN = /[\p{Script=Han}·•・‧]+/gu

/**
 * The name as a mainland identity card prints it. People often type their name in two scripts, such as 陈莲
 * Chen Lian; only the Chinese part stays. A name without Chinese characters is unchanged.
 */
export function nameOnCard(name: string): string {
  const hanParts = name.normalize('NFC').match(HAN)?.join('') ?? ''
  return /\p{Script=Han}/u.test(hanParts) ? hanParts : name
}

/**
 * The name of an enterprise without the translation after it; the letters in a name such as 'TCL科技' stay.
 */
export function registeredName(name: string): string {
  const characters = [...name]
  const end = characters.findLastIndex((character) => /\p{Script=Han}/u.test(character)) + 1
  if (end === 0) return name
  // A closing bracket belongs to the name.
  const [bracket = ''] = characters.slice(end).join('').split(/\s/)
  return characters.slice(0, end).join('') + bracket
}
