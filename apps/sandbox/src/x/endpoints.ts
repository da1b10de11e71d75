import type { Endpoint } from './api/endpoint.ts'
import { getMe } from './api/me.ts'
import { getUsage } from './api/usage.ts'
import { appendUpload, finalizeUpload, initializeUpload } from './media/chunked.ts'
import { createMetadata } from './media/metadata.ts'
import { uploadMedia } from './media/one-shot.ts'
import { getUploadStatus } from './media/status.ts'
import { createPost } from './posts/create.ts'
import { deletePost } from './posts/delete.ts'
import { listPosts } from './posts/list.ts'
import { getPost, lookUpPosts } from './posts/lookup.ts'

const ENDPOINTS: readonly Endpoint[] = [
  getMe,
  createPost,
  deletePost,
  lookUpPosts,
  getPost,
  listPosts,
  uploadMedia,
  initializeUpload,
  appendUpload,
  finalizeUpload,
  getUploadStatus,
  createMetadata,
  getUsage,
]

const PATTERNS = new Map(
  ENDPOINTS.map(({ path }) => [path, new RegExp(`^${path.replace('{id}', '(?<id>[^/]+)')}$`)] as const),
)

/** Returns the endpoints at a path, for all methods, with the parameters in the path; an empty list for none. */
export function endpointsAt(path: string): { endpoint: Endpoint; parameters: Record<string, string> }[] {
  return ENDPOINTS.flatMap((endpoint) => {
    const match = PATTERNS.get(endpoint.path)?.exec(path)
    return match ? [{ endpoint, parameters: { ...match.groups } }] : []
  })
}
