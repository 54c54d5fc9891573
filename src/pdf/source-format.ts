/** The name of the data file that is attached to a document, and the format that the data declares. */
export const SOURCE_FILE = 'document.json'
export const SOURCE_FORMAT = 'qishu-document-1'
