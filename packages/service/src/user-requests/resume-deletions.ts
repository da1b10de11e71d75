import { addJobs, listDeletionsWithoutJob } from '@carillon/database'
import type { Context } from '../context.ts'
import { jobFor } from '../queue/job-rows.ts'

/**
 * Queues the jobs of users' requests to delete data that are not complete and have no job any more, for up to 100
 * requests: a job that has used up its attempts is purged after a week, and a database can lose jobs. Returns the number
 * of jobs.
 */
export async function resumeDeletions(context: Context): Promise<number> {
  const codes = await listDeletionsWithoutJob(context.db)
  await addJobs(
    context.db,
    codes.map((id) => jobFor('user.delete', { id })),
  )
  if (codes.length > 0) context.log.warn({ count: codes.length }, 'user data deletion resumed')
  return codes.length
}
