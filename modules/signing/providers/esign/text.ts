/**
 * Characters that titles, file names and reasons must not contain: nine characters, emoji and control
 * characters.
 */
const EXCLUDED =
  /[/\\:*"<>|?？\p{Extended_Pictographic}\p{Regional_Indicator}\p{Emoji_Modifier}\p{Cc}]|\u200d|\ufe0f/gu

/** A text that the service accepts, with at most `max` characters. */
export function acceptedText(text: string, max: number): string {
  const words = text
    .replace(EXCLUDED, ' ')
    .split(' ')
    .filter((word) => word)
  return [...words.join(' ')].slice(0, max).join('').trim()
}

const MAX_NAME_LENGTH = 100

/** The file name of a PDF, with its extension. */
export function acceptedFileName(fileName: string): string {
  const stem = fileName.toLowerCase().endsWith('.pdf') ? fileName.slice(0, -4) : fileName
  return `${acceptedText(stem, MAX_NAME_LENGTH - 4) || 'contract'}.pdf`
}
