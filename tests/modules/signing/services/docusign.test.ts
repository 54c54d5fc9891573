import { testConformance } from './conformance.ts'

testConformance('docusign')
