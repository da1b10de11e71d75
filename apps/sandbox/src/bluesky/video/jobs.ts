import { createHash, randomUUID } from 'node:crypto'
import { makeVideo } from '../../samples/mp4.ts'
import { readVideoSize } from '../../video-size.ts'

/** An uploaded video and the state of its processing. `ended` is undefined until the processing has ended. */
interface Job {
  did: string
  jobId: string
  sha256: string
  token: string
  sizeBytes: number
  /** The bytes of the video; empty once the processing has ended. */
  bytes: Buffer
  /** When the video was accepted, in ms since the epoch. */
  begunAt: number
  /** The states that the next status queries return, one each. The query after the last of them ends the processing. */
  ahead: string[]
  failureCode: string | undefined
  ending: Promise<Ending> | undefined
  ended: Ending | undefined
}

type Ending = { blob: unknown } | { failureCode: string; message: string }

/**
 * The status of a job with the fields of `app.bsky.video.defs#jobStatus`. `progress` is a percentage; a completed job
 * has a `blob`, a failed job the fields after it.
 */
export interface JobStatus {
  jobId: string
  did: string
  state: string
  progress?: number
  blob?: unknown
  error?: string
  failureCode?: string
  message?: string
}

/** The outcome that a test has chosen for the next uploaded video. */
export interface Fate {
  /** The number of status queries that report progress. The next one reports the end of the processing. */
  polls: number
  /** The code with which processing fails; it succeeds if absent. */
  failureCode?: string
}

const STATES = ['ENCODING', 'ENCODED', 'SCANNING', 'SCANNED', 'UPLOADING', 'UPLOADED'].map(
  (name) => `JOB_STATE_${name}`,
)
const USUAL: Fate = { polls: 2 }
const PDS_LIMIT_BYTES = 50 * 1024 * 1024
const DAY_MS = 86_400_000

/**
 * Returns the encoded video: `bytes` itself up to 50 MiB, the limit of a data server; above, a generated video of about
 * the same width, height and duration (even sides, whole seconds). Undefined if `bytes` is not a valid video.
 */
function encode(bytes: Buffer): Buffer | undefined {
  const video = readVideoSize(bytes)
  if (video === undefined) return undefined
  if (bytes.length <= PDS_LIMIT_BYTES) return bytes
  const even = (side: number) => Math.max(16, side - (side % 2))
  return makeVideo({
    width: even(video.width),
    height: even(video.height),
    seconds: Math.max(1, Math.round(video.seconds)),
  })
}

type Store = (video: Buffer, token: string) => Promise<unknown>

async function endOf({ bytes, token, failureCode }: Job, store: Store): Promise<Ending> {
  const video = encode(bytes)
  if (failureCode !== undefined) return { failureCode, message: 'Processing failed' }
  if (video === undefined) return { failureCode: 'validation_failure', message: 'Not a valid video' }
  return store(video, token).then(
    (blob) => ({ blob }),
    (error: Error) => ({ failureCode: 'pds_upload_failure', message: error.message }),
  )
}

function show({ did, jobId, ended, ahead }: Job, state: string): JobStatus {
  if (ended === undefined) return { jobId, did, state, progress: Math.round(100 / (ahead.length + 1)) }
  if ('blob' in ended) return { jobId, did, state: 'JOB_STATE_COMPLETED', progress: 100, blob: ended.blob }
  return { jobId, did, state: 'JOB_STATE_FAILED', error: ended.failureCode, ...ended }
}

const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

function newJob(own: Pick<Job, 'did' | 'bytes' | 'token' | 'begunAt'>, { polls, failureCode }: Fate): Job {
  const ahead = Array.from({ length: polls }, (_, index) => STATES[Math.min(index, STATES.length - 1)] ?? '')
  const facts = { jobId: randomUUID(), sha256: sha256Of(own.bytes), sizeBytes: own.bytes.length }
  return { ...own, ...facts, ahead, failureCode, ending: undefined, ended: undefined }
}

/**
 * Creates the video service's list of jobs, one for each uploaded video, empty at first. `begin` adds a job, `step`
 * advances it by one status query, and `decide` sets the outcome of the next job only. Without `decide`, processing
 * ends with the third query, and succeeds if the bytes are a valid video that `store` accepts.
 * @param store uploads the encoded video to the user's data server with the user's token, and returns the blob
 * @param now returns the time in ms since the epoch
 */
export function createJobs(store: Store, now: () => number) {
  const jobs = new Map<string, Job>()
  let fate = USUAL

  return {
    decide(next: Fate): void {
      fate = next
    },
    /** Returns the number of videos of the account that were accepted in the last 24 hours, and their size in bytes. */
    taken(did: string): { videos: number; bytes: number } {
      const own = [...jobs.values()].filter((job) => job.did === did && job.begunAt > now() - DAY_MS)
      return { videos: own.length, bytes: own.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) }
    },
    /** Returns the job that has successfully processed the same bytes for the account; undefined for none. */
    find(did: string, bytes: Buffer): JobStatus | undefined {
      const sha256 = sha256Of(bytes)
      for (const job of jobs.values()) {
        if (job.did === did && job.sha256 === sha256 && job.ended && 'blob' in job.ended) return show(job, '')
      }
      return undefined
    },
    begin(did: string, bytes: Buffer, token: string): JobStatus {
      const job = newJob({ did, bytes, token, begunAt: now() }, fate)
      fate = USUAL
      jobs.set(job.jobId, job)
      return { jobId: job.jobId, did, state: 'JOB_STATE_CREATED', progress: 0 }
    },
    /**
     * Advances a job by one status query and returns its status; undefined for an unknown job. The query after the last
     * state encodes the video and passes it to `store`, which ends the job with a blob or an error.
     */
    async step(jobId: string): Promise<JobStatus | undefined> {
      const job = jobs.get(jobId)
      if (job === undefined) return undefined
      const state = job.ahead.shift()
      if (state !== undefined) return show(job, state)
      job.ending ??= endOf(job, store)
      job.ended = await job.ending
      job.bytes = Buffer.alloc(0)
      return show(job, '')
    },
  }
}
