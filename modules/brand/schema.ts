/** Immutable: another picture is another row. */
export interface LogoTable {
  id: string
  team_id: string
  sha256: string
  /** Drawn by us from the upload, on white and without margins. */
  png: Buffer
  width: number
  height: number
  created_at: Date
}

export interface BrandTable {
  team_id: string
  /** Null for a colour alone. */
  logo_id: string | null
  /** As chosen, #rrggbb; pages and mails use a shade on which words can be read. */
  colour: string | null
  /** The logo is printed on the pages of drafted documents. */
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
