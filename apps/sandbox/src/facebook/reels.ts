import { requirePublishing } from '../meta/authority.ts'
import type { GraphCall } from '../meta/graph/call.ts'
import { GraphError, invalidParameter } from '../meta/graph/graph-error.ts'
import { DAY_MS } from '../meta/graph/graph-time.ts'
import { allowOnly } from '../meta/graph/parameters.ts'
import type { Page } from '../meta/state/people.ts'
import { finishVideo, openVideo } from './video-file.ts'

const REELS_A_DAY = 30

function startReel(page: Page, call: GraphCall): unknown {
  const { state, context, version, parameters } = call
  allowOnly(parameters, ['upload_phase'])
  const since = state.now() - DAY_MS
  const recent = [...state.videos.values()].filter(
    ({ kind, pageId, finishedAt }) => kind === 'reel' && pageId === page.id && (finishedAt ?? 0) > since,
  )
  if (recent.length >= REELS_A_DAY) {
    throw new GraphError('(#368) The action attempted has been deemed abusive or is otherwise disallowed', {
      code: 368,
      subcode: 1390008,
      userMessage: 'You have published too many reels. Try again later.',
    })
  }
  const videoFile = openVideo(state, { pageId: page.id, kind: 'reel' })
  return { video_id: videoFile.id, upload_url: `${context.baseUrl}/video-upload/${version}/${videoFile.id}` }
}

const STATES = ['PUBLISHED', 'DRAFT']

async function finishReel(page: Page, call: GraphCall): Promise<unknown> {
  const { parameters, state } = call
  allowOnly(parameters, ['upload_phase', 'video_id', 'video_state', 'description', 'title'])
  const videoFile = state.videos.get(parameters.required('video_id'))
  if (videoFile?.kind !== 'reel' || videoFile.pageId !== page.id) throw invalidParameter('Invalid parameter: video_id')
  const videoState = parameters.required('video_state').toUpperCase()
  if (!STATES.includes(videoState)) throw invalidParameter(`Param video_state must be one of {${STATES.join(', ')}}`)
  if (videoFile.finishedAt !== null) return { success: true }
  if (videoFile.fileSize === null || videoFile.received < videoFile.fileSize) {
    throw new GraphError('(#6000) There was a problem uploading your video file. Please try again with another file.', {
      code: 6000,
    })
  }
  videoFile.description = parameters.text('description') ?? null
  videoFile.title = parameters.text('title') ?? null
  videoFile.draft = videoState === 'DRAFT'
  await finishVideo(videoFile, call)
  return { success: true }
}

const PHASES: Record<string, (page: Page, call: GraphCall) => unknown> = { start: startReel, finish: finishReel }

/**
 * Handles `POST /{page}/video_reels`: `START` opens a reel and returns its `video_id` and `upload_url`; `FINISH` starts
 * its processing and returns `{success: true}`. After processing, the reel is published or, with `video_state=DRAFT`,
 * kept as a draft. A repeated `FINISH` changes nothing.
 * @throws GraphError if a permission is missing, a parameter is invalid, bytes are missing, or too many reels were
 *   published
 * @see https://developers.facebook.com/documentation/video-api/guides/reels-publishing (read 2026-11-20)
 */
export function publishReel(page: Page, call: GraphCall): unknown {
  requirePublishing(call, page)
  const named = call.parameters.required('upload_phase').toLowerCase()
  const phase = Object.hasOwn(PHASES, named) ? PHASES[named] : undefined
  if (phase === undefined) throw invalidParameter('Param upload_phase must be one of {START, FINISH}')
  return phase(page, call)
}
