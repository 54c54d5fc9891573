/** Without NULs and half characters, which PostgreSQL refuses with an error. */
export function cleanText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '')
}
