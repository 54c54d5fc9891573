import type { Answers } from '../assembly/answers.ts'
import { assemble } from '../assembly/assemble.ts'
import type { Redline } from '../assembly/compare/redline.ts'
import type { Document } from '../document.ts'
import { printRedline } from '../typeset/pdf-worker.ts'

/** Two versions of a document as one file that shows what has changed between them. Throws UNAVAILABLE as others do. */
export function comparisonFile(
  { name, number, template }: Pick<Document, 'name' | 'number' | 'template'>,
  { before, after }: { before: Answers; after: Answers },
  told: Omit<Redline, 'before' | 'after'>,
  { form, at }: { form: 'pdf' | 'docx'; at: Date },
): Promise<Uint8Array> {
  const [old, current] = [before, after].map((answers) => assemble({ name, number, template, answers }))
  return printRedline({ ...told, before: old!, after: current! }, form, at)
}
