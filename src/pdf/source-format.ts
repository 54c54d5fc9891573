/** The name of the data that is attached to a document, and the format that they declare. */
export const SOURCE_FILE = 'document.json'
export const SOURCE_FORMAT = 'qishu-document-1'
