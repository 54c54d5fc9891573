/** A document contains characters that no font has. `characters` lists each once, in order. */
export class MissingGlyphError extends Error {
  readonly characters: string[]

  constructor(characters: string[]) {
    super(`No font has a glyph for ${characters.map(nameOf).join(', ')}`)
    this.name = 'MissingGlyphError'
    this.characters = characters
  }
}

const nameOf = (character: string) =>
  `${character} (U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')})`
