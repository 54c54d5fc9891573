import type { DocumentSource } from '#assembly/answers.ts'
import { assemble } from '#assembly/assemble.ts'
import type { Redline } from '#assembly/compare/redline.ts'
import { limitPrinting, printRedline } from '#modules/printing/index.ts'
import type { Document } from '../document.ts'

/** The content of a version; by default its template is the document's. */
interface ComparedVersion extends Pick<DocumentSource, 'answers'> {
  template?: DocumentSource['template'] | null
}

/**
 * Two versions of a document as one file that shows the changes. Throws UNAVAILABLE, like other print
 * functions.
 */
export function comparisonFile(
  { name, number, template }: Pick<Document, 'name' | 'number' | 'template'>,
  { before, after }: { before: ComparedVersion; after: ComparedVersion },
  notes: Omit<Redline, 'before' | 'after'>,
  { form, at }: { form: 'pdf' | 'docx'; at: Date },
): Promise<Uint8Array> {
  return limitPrinting(async () => {
    const [oldTree, newTree] = [before, after].map((version) =>
      assemble({ name, number, answers: version.answers, template: version.template ?? template }),
    )
    return printRedline({ ...notes, before: oldTree!, after: newTree! }, form, at)
  })
}
