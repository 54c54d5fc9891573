export const SHAPES = ['round', 'square', 'oval'] as const
export type SealShape = (typeof SHAPES)[number]

/** The texts of a seal that we draw. `line` and `code` may be empty. */
export interface SealDesign {
  shape: SealShape
  /** The registered name of the company, or the name of its legal representative. */
  name: string
  /** A line across, for example 合同专用章. */
  line: string
  /** The number along the bottom of a round seal. */
  code: string
}

/** Width and height in millimetres; a company's seal is usually 40 to 42 mm wide. */
export const SIZES: Record<SealShape, { width: number; height: number }> = {
  round: { width: 42, height: 42 },
  square: { width: 20, height: 20 },
  oval: { width: 40, height: 28 },
}
