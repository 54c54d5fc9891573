/**
 * Test files without a database, a program or parts of the product other than their imports: one of them
 * alone takes a second, without a build.
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
