import * as v from 'valibot'

const switched = v.picklist(['on', 'off'], 'should be on or off')

/** The minimum number of connections: some for each pool, one for live events, one for the watch. */
const MIN_CONNECTIONS = 8

/** The tasks of a process, and its share of the database connections. */
export const ProcessVariables = v.object({
  /** `web` serves pages; `worker` works jobs and only serves the health checks. */
  ROLE: v.optional(v.picklist(['web', 'worker', 'all'], 'should be web, worker or all'), 'all'),
  /** Off: jobs are stored and wait, for example in a restored copy. */
  JOBS: v.optional(switched, 'on'),
  /**
   * Off: mails and text messages are stored and wait. The variable is not called `MAIL`, because a shell
   * sets that to the user's mailbox.
   */
  SEND_MAIL: v.optional(switched, 'on'),
  DATABASE_CONNECTIONS: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d+$/, 'should be a whole number'),
      v.transform(Number),
      v.minValue(MIN_CONNECTIONS, `should be at least ${MIN_CONNECTIONS}`),
    ),
    '32',
  ),
})

type ProcessValues = v.InferOutput<typeof ProcessVariables>

export const processFrom = ({ ROLE, JOBS, DATABASE_CONNECTIONS }: ProcessValues) => ({
  servesPages: ROLE !== 'worker',
  worksJobs: ROLE !== 'web' && JOBS === 'on',
  /** Whether any process works jobs, so that a page may wait for one. */
  jobsRun: JOBS === 'on',
  connections: poolSizes(DATABASE_CONNECTIONS),
})

/** Two thirds of the connections for requests, the rest for jobs. */
function poolSizes(total: number) {
  const shared = total - 2
  const background = Math.floor(shared / 3)
  return { requests: shared - background, background }
}
