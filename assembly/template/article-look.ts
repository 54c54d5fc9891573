/** How an article of a template is printed. */
export interface ArticleLook {
  /** It and its clauses are printed without numbers, as key terms are; nothing can refer to them. */
  unnumbered?: true
  /** A new page begins behind it, as behind a cover page. */
  pageBreak?: 'after'
}
