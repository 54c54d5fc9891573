/**
 * Test files that need no database, no program and nothing of the product but what they import: one of them
 * alone costs a second, without a build.
 */
export const PURE = [
  'tests/{boundaries,dependencies,docs,layout}.test.ts',
  'tests/assembly/**/*.test.ts',
  'tests/islands/*.test.{ts,tsx}',
  'tests/modules/orders/money.test.ts',
  'tests/modules/printing/typeset/{covered,fair-queue,lines}.test.ts',
  'tests/modules/templates/library/*.test.ts',
  'tests/modules/templates/traditional.test.ts',
  'tests/security/{multipart,pictures}.test.ts',
]
