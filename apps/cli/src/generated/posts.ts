// Generated from the OpenAPI document by `npm run reference`. Do not edit.

import type { PostShape } from '../fields/post-shape.ts'

/** The names of the fields of a post that contain its text and its media, keyed by platform. */
export const postShapes: Readonly<Record<string, PostShape>> = {

}
