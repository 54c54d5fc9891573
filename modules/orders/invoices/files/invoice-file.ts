/** 版式文件 PDF and OFD for people, 数据文件 XML for bookkeeping and archives. */
export const FILE_FORMATS = ['pdf', 'ofd', 'xml'] as const
export type FileFormat = (typeof FILE_FORMATS)[number]

export const MEDIA_TYPES: Record<FileFormat, string> = {
  pdf: 'application/pdf',
  ofd: 'application/ofd',
  xml: 'application/xml',
}

export type InvoiceFiles = Partial<Record<FileFormat, Uint8Array>>

/** The key of a file of an invoice in the store. */
export const fileOf = (id: string, format: FileFormat = 'pdf') =>
  format === 'pdf' ? `invoices/${id}` : `invoices/${id}.${format}`

/** The key of a file of a red-letter invoice, stored beside the files of the reversed invoice. */
export const redLetterFileOf = (invoiceId: string, id: string, format: FileFormat) =>
  `invoices/${invoiceId}.${id}.${format}`

export const formatsOf = (files: InvoiceFiles): FileFormat[] => FILE_FORMATS.filter((format) => files[format])
