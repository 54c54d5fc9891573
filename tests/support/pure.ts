/**
 * Test files that use no database and no program, and load only the modules that they import. One such file
 * takes a second and needs no build.
 */
export const PURE = [
  'tests/{boundaries,dependencies,docs,layout}.test.ts',
  'tests/assembly/**/*.test.ts',
  'tests/islands/*.test.{ts,tsx}',
  'tests/modules/orders/money.test.ts',
  'tests/modules/printing/typeset/{covered,fair-queue,lines}.test.ts',
  'tests/modules/signing/providers/esign/*.test.ts',
  'tests/modules/templates/library/*.test.ts',
  'tests/modules/templates/traditional.test.ts',
  'tests/security/{multipart,pictures}.test.ts',
]
