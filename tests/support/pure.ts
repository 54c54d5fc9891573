/**
 * Test files that need no database, no program and nothing of the product but what they import: one of them
 * alone costs a second, without a build.
 */
export const PURE = [
  'tests/{boundaries,dependencies,docs,layout}.test.ts',
  'tests/islands/*.test.{ts,tsx}',
  'tests/modules/documents/assembly/**/*.test.ts',
  'tests/modules/documents/tables/{format,kept}.test.ts',
  'tests/modules/documents/typeset/{covered,fair-queue,lines}.test.ts',
  'tests/modules/documents/{*-rules,laws,library,library-*,linear,proving,rules-property}.test.ts',
  'tests/modules/documents/traditional.test.ts',
  'tests/modules/orders/money.test.ts',
  'tests/security/{multipart,pictures}.test.ts',
]
