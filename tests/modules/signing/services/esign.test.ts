import { testConformance } from './conformance.ts'

testConformance('esign')
