/**
 * The maximum pixels of a stored logo: four times the size in pages and mails, for sharp screens and print.
 */
export const SIZE = { width: 640, height: 192 }
