import { addJobs, listDeletionsWithoutJob } from '@carillon/database'
import type { Context } from '../context.ts'
import { jobFor } from '../queue/job-rows.ts'

/**
 * Queues the job again of each user's request to delete data that is not complete and has no job: one that has used up
 * its attempts is purged after a week, and the jobs of a database can be lost. Returns the number of jobs.
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
