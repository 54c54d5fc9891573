import { relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'

const secondsOf = (module: TestModule) => {
  const { setupDuration, collectDuration, duration } = module.diagnostic()
  return (setupDuration + collectDuration + duration) / 1000
}

/** A reporter that lists the ten slowest files after the run. */
export default class Slowest implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]) {
    const slowest = modules
      .map((module) => ({ module, seconds: secondsOf(module) }))
      .sort((one, other) => other.seconds - one.seconds)
      .slice(0, 10)
    process.stdout.write('\nThe ten slowest files, in seconds\n')
    for (const { module, seconds } of slowest)
      process.stdout.write(
        `${seconds.toFixed(1).padStart(7)}  ${relative('.', module.moduleId)} (${module.project.name})\n`,
      )
  }
}
