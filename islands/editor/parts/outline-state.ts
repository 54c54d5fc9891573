import type { Answers } from '#assembly/answers.ts'
import type { ArticleNode, ClauseNode, OpenPoint } from '#assembly/tree.ts'

export type OutlineState = 'done' | 'required' | 'attention' | 'changed'

/**
 * The state of an article in the outline. Missing values take precedence over warnings, and warnings over
 * changes.
 */
export function articleState(
  article: ArticleNode,
  openIn: Record<string, OpenPoint[]>,
  answers: Answers,
): OutlineState {
  const nodes = article.clauses.flatMap((clause) => [clause, ...clause.items])
  const points = nodes.flatMap(({ id }) => openIn[id] ?? [])
  return pointsState(points) ?? (nodes.some((node) => isChanged(node, answers)) ? 'changed' : 'done')
}

export function pointsState(points: OpenPoint[]): OutlineState | undefined {
  if (points.some(({ kind }) => kind === 'required' || kind === 'invalid')) return 'required'
  return points.length ? 'attention' : undefined
}

function isChanged({ id, state }: ClauseNode, answers: Answers): boolean {
  return state !== 'template' || answers.clauses[id]?.dropped === true
}
