/** How an article of a template is printed. */
export interface ArticleLayout {
  /**
   * The article and its clauses are printed without numbers, as key terms are; nothing can refer to them.
   */
  unnumbered?: true
  /** A new page begins after the article, as after a cover page. */
  pageBreak?: 'after'
}
