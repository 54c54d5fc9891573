// Writes docs/laws.md: every citation of a law in the library, with the version in force and where it is
// used.
import { writeFileSync } from 'node:fs'
import { lawsTable, readLaws, readUses, unknownUses } from '#modules/templates/library/laws.ts'

const uses = readUses()
const laws = readLaws()
for (const { template, partId: at, law, article } of unknownUses(uses, laws))
  process.stderr.write(`${template} ${at}: 《${law}》 ${article ?? ''} is not in library/laws.yaml\n`)
writeFileSync('docs/laws.md', lawsTable(uses, laws))
