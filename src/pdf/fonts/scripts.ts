/**
 * A script of names, other than Chinese and the European scripts, with a font family that has it in one
 * weight.
 */
export interface NameScript {
  family: keyof typeof SCRIPT_FAMILIES
  /** Matches one character. */
  characters: RegExp
  /** Whether the letters change with their neighbours, or are placed above and below each other. */
  shaped?: true
}

export const SCRIPT_FAMILIES = {
  'noto-sans-kr': 'NotoSansKR',
  'noto-sans-armenian': 'NotoSansArmenian',
  'noto-sans-georgian': 'NotoSansGeorgian',
  'noto-sans-hebrew': 'NotoSansHebrew',
  'noto-naskh-arabic': 'NotoNaskhArabic',
  'noto-sans-thai': 'NotoSansThai',
  'noto-sans-devanagari': 'NotoSansDevanagari',
  'noto-serif-tibetan': 'NotoSerifTibetan',
  'noto-sans-mongolian': 'NotoSansMongolian',
} as const

export const NAME_SCRIPTS: NameScript[] = [
  // Syllables and single letters; letters that must be joined are composed when a text is received.
  { family: 'noto-sans-kr', characters: /[\uac00-\ud7a3\u3131-\u318e]/ },
  { family: 'noto-sans-armenian', characters: /\p{Script=Armenian}/u },
  { family: 'noto-sans-georgian', characters: /\p{Script=Georgian}/u },
  { family: 'noto-sans-hebrew', characters: /\p{Script=Hebrew}/u, shaped: true },
  {
    family: 'noto-naskh-arabic',
    characters: /[\p{Script=Arabic}\u060c\u061b\u061f\u0640\u064b-\u0655\u0670]/u,
    shaped: true,
  },
  { family: 'noto-sans-thai', characters: /\p{Script=Thai}/u, shaped: true },
  { family: 'noto-sans-devanagari', characters: /[\p{Script=Devanagari}\u0964\u0965]/u, shaped: true },
  { family: 'noto-serif-tibetan', characters: /\p{Script=Tibetan}/u, shaped: true },
  { family: 'noto-sans-mongolian', characters: /[\p{Script=Mongolian}\u1802\u1803\u1805]/u, shaped: true },
]

const ANY_NAME_SCRIPT = new RegExp(NAME_SCRIPTS.map(({ characters }) => characters.source).join('|'), 'u')
const ANY_SHAPED = new RegExp(
  NAME_SCRIPTS.filter(({ shaped }) => shaped)
    .map(({ characters }) => characters.source)
    .join('|'),
  'u',
)

/** The script of a character, if it is one of these. */
export const nameScriptOf = (character: string): NameScript | undefined =>
  ANY_NAME_SCRIPT.test(character)
    ? NAME_SCRIPTS.find(({ characters }) => characters.test(character))
    : undefined

export const hasShapedScript = (text: string): boolean => ANY_SHAPED.test(text)
