import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** A file or folder of the networks' contracts, below CONTRACTS_DIR. */
interface Source {
  path: string
  /** What is not checked without it. */
  networks: readonly string[]
  /** Where it comes from. The project cannot include files under the networks' own terms. */
  from: string
}

export const sources: readonly Source[] = [
  {
    path: 'meta/api_specs',
    networks: ['facebook', 'instagram'],
    from: 'https://github.com/facebook/facebook-business-sdk-codegen: the files of api_specs/specs, and enum_types.json as enum_types.subset.json',
  },
  {
    path: 'meta/whatsapp/whatsapp-cloud-api.v23.subset.json',
    networks: ['whatsapp'],
    from: 'https://github.com/facebook/openapi: business-messaging-api_v23.0.yaml, converted to JSON',
  },
  {
    path: 'x/openapi-2.159.json',
    networks: ['x'],
    from: 'https://github.com/xdevplatform/xdk: latest-openapi.json at commit 84c2654',
  },
  {
    path: 'x/openapi-2.167.json',
    networks: ['x'],
    from: 'https://github.com/xdevplatform/docs: openapi.json at commit 2871328',
  },
  {
    path: 'youtube/youtube.v3.json',
    networks: ['youtube'],
    from: 'https://youtube.googleapis.com/$discovery/rest?version=v3',
  },
  {
    path: 'youtube/youtubeAnalytics.v2.json',
    networks: ['youtube'],
    from: 'https://youtubeanalytics.googleapis.com/$discovery/rest?version=v2',
  },
  {
    path: 'bluesky/lexicons',
    networks: ['bluesky'],
    from: 'https://github.com/bluesky-social/atproto: the folder lexicons',
  },
  {
    path: 'tiktok/tiktok-accounts.openapi.json',
    networks: ['tiktok'],
    from: 'TikTok publishes no such file: an OpenAPI document of the Accounts API, written from https://business-api.tiktok.com/portal/docs',
  },
]

/** The sources that a folder does not contain; all of them without a folder. */
export function missingSources(folder: string | undefined): readonly Source[] {
  return sources.filter(({ path }) => folder === undefined || !existsSync(join(folder, path)))
}
