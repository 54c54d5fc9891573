/** A logo. Rows never change: each picture gets a new row. */
export interface LogoTable {
  id: string
  team_id: string
  sha256: string
  /** A PNG that we draw from the upload, on white and without margins. */
  png: Buffer
  width: number
  height: number
  created_at: Date
}

export interface BrandTable {
  team_id: string
  /** Null for a brand with a colour only. */
  logo_id: string | null
  /** The chosen colour, #rrggbb; pages and mails use a shade on which words are readable. */
  colour: string | null
  /** Whether the logo is printed on the pages of drafted documents. */
  in_documents: boolean
  updated_by: string
  updated_at: Date
}

/** The logo that a document got when it was finalised. */
export interface DocumentLogoTable {
  document_id: string
  logo_id: string
}

export interface BrandTables {
  'brand.logo': LogoTable
  'brand.brand': BrandTable
  'brand.document_logo': DocumentLogoTable
}

declare module '#src/db/db.ts' {
  interface Database extends BrandTables {}
}
