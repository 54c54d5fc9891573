import { testConformance } from './conformance.ts'

testConformance('builtin')
