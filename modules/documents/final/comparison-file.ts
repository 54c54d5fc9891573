import type { DocumentSource } from '#assembly/answers.ts'
import { assemble } from '#assembly/assemble.ts'
import type { Redline } from '#assembly/compare/redline.ts'
import { inPrintTurn, printRedline } from '#modules/printing/index.ts'
import type { Document } from '../document.ts'

/** What a document held; without a template it is of the document's. */
interface Held extends Pick<DocumentSource, 'answers'> {
  template?: DocumentSource['template'] | null
}

/**
 * Two versions of a document as one file that shows what has changed between them. Throws UNAVAILABLE as
 * others do.
 */
export function comparisonFile(
  { name, number, template }: Pick<Document, 'name' | 'number' | 'template'>,
  { before, after }: { before: Held; after: Held },
  told: Omit<Redline, 'before' | 'after'>,
  { form, at }: { form: 'pdf' | 'docx'; at: Date },
): Promise<Uint8Array> {
  return inPrintTurn(async () => {
    const [old, current] = [before, after].map((held) =>
      assemble({ name, number, answers: held.answers, template: held.template ?? template }),
    )
    return printRedline({ ...told, before: old!, after: current! }, form, at)
  })
}
