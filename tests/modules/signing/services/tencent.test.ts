import { testConformance } from './conformance.ts'

testConformance('tencent')
