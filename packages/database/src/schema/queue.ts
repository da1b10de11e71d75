/**
 * The columns of a job of graphile-worker that Carillon reads or changes. A job is available while no worker has it and
 * it has attempts left.
 */
type Job = {
  id: string
  taskId: number
  runAt: Date
  isAvailable: boolean
  lockedAt: Date | null
  lockedBy: string | null
}

/** The tables of graphile-worker that Carillon uses, which are not in the schema of the query builder. */
export type QueueTables = {
  'graphile_worker._private_jobs': Job
  'graphile_worker._private_tasks': { id: number; identifier: string }
}
