/** A metric in a Prometheus expression, with the labels that the expression uses. */
export interface NamedMetric {
  metric: string
  labels: string[]
}

const SELECTOR = /([a-z_][a-z0-9_]*)\{([^}]*)\}/g

/**
 * The metrics of an expression, each followed by braces. Labels of a grouping are required of every metric
 * in it.
 */
export function metricsIn(expression: string): NamedMetric[] {
  const grouped = [...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, names]) => listedLabels(names!))
  return [...expression.matchAll(SELECTOR)].map(([, metric, selected]) => ({
    metric: metric!,
    labels: [...new Set([...labelsOf(selected!), ...grouped])],
  }))
}

const listedLabels = (names: string) =>
  names
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)

const labelsOf = (selected: string) => [...selected.matchAll(/(\w+)(?:=~?|!=|!~)"/g)].map(([, name]) => name!)

/**
 * Words of an expression that look like a metric but have no braces, so that `namedIn` does not see them.
 */
export const missedIn = (expression: string): string[] =>
  [...expression.replaceAll(SELECTOR, '').matchAll(/\b[a-z]+(?:_[a-z0-9]+)+\b(?! ?\()/g)]
    .map(([word]) => word)
    .filter(
      (word) =>
        !expression.includes(`by (`) || !metricsIn(expression).some((one) => one.labels.includes(word)),
    )
