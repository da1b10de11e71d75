import { addJobs, listDeletionsWithoutJob } from '@carillon/database'
import type { Context } from '../context.ts'
import { jobFor } from '../queue/job-rows.ts'

/**
 * Queues jobs for up to 100 of users' requests to delete data that are not complete but no longer have a job: a job
 * that has used up its attempts is purged after a week, and a database can lose jobs. Returns the number of jobs.
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
