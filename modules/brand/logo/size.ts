/** The most pixels of a stored logo: four times what pages and mails show, for sharp screens and print. */
export const SIZE = { width: 640, height: 192 }
