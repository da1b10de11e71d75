import { commonErrors, type OperationId, operationRow } from '@carillon/contract'
import { type Platform, platforms, supports } from '@carillon/domain'
import { type Adapter, registry } from '@carillon/providers'
import { expect } from 'chai'

type Dialect = Adapter<'facebook'>['errors'][string]
type Rejected = NonNullable<ReturnType<Dialect['rejection']>>

const publishing: readonly OperationId[] = ['posts.publish']
const readingComments: readonly OperationId[] = ['comments.list']
const writingComments: readonly OperationId[] = ['comments.create']
const moderating: readonly OperationId[] = ['comments.update', 'comments.delete']

/**
 * The operations that make the calls of a subject. The errors of the others are in aggregates, in connection sessions or
 * in the log, which have any code.
 */
const operations: Readonly<Record<string, readonly OperationId[]>> = {
  'publishing a video': publishing,
  'publishing photos': publishing,
  publishing,
  uploading: publishing,
  transferring: publishing,
  'uploading media': publishing,
  'uploading an image': publishing,
  'uploading a video': publishing,
  'calling the video service': publishing,
  deleting: ['posts.delete'],
  'reading a post': readingComments,
  'reading comments': readingComments,
  'reading further pages of comments': readingComments,
  'reading replies': [...readingComments, 'comments.create'],
  'reading replies and changing comments': moderating,
  'reading a comment': moderating,
  'writing comments': writingComments,
  'writing replies': writingComments,
  'changing comments': [...writingComments, ...moderating],
  'moderating comments': moderating,
  'deleting comments': ['comments.delete'],
  "deleting the account's own comments": ['comments.delete'],
  'sending messages': ['messages.send'],
  'listing templates': ['messages.templates.list'],
  messages: ['messages.send'],
  ads: ['ads.tree.get', 'ads.insights.get', 'ads.status.update', 'ads.campaigns.delete'],
  "reading the user's ad accounts": ['ads.accounts.list', 'ads.businesses.list'],
}

const reports: Readonly<Partial<Record<Platform, readonly OperationId[]>>> = {
  instagram: ['analytics.instagram.account-insights'],
  facebook: ['analytics.facebook.page-metrics'],
  youtube: ['analytics.youtube.channel-insights', 'analytics.youtube.video-insights'],
}

function operationsOf(platform: Platform, subject: string): readonly OperationId[] {
  // Posts are read for the list of comments as well.
  if (subject === 'reading') return supports('comments.list', platform) ? readingComments : []
  return (subject === 'reading reports' ? reports[platform] : operations[subject]) ?? []
}

/** A deleted comment whose replies are read for `GET /comments` ends these, not the response. */
const caught: readonly string[] = ['comments.list: comment_not_found']

function codeOf({ rules }: Dialect, { status, fields }: Rejected): string {
  const values: Record<string, string | number | undefined> = { ...fields, status }
  const matching = rules.find(({ match }) =>
    Object.entries(match).every(([field, wanted]) => [wanted].flat().some((value) => value === values[field])),
  )
  return matching?.code ?? 'provider_error'
}

/** What the dialect makes of a documented rejection. */
function judged(dialect: Dialect, sample: unknown): string[] {
  const {
    status,
    body = {},
    headers = {},
  } = sample as { status: number; body?: unknown; headers?: Record<string, string> }
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const response = {
    status,
    headers: new Headers(headers),
    bytes: () => Buffer.from(text),
    text: () => text,
    json: () => JSON.parse(text),
  }
  const rejected = dialect.rejection(response, new Date('2026-11-20T12:00:00.000Z'))
  return rejected ? [codeOf(dialect, rejected)] : []
}

describe('what operations list of the errors of networks', () => {
  for (const platform of platforms) {
    it(platform, async () => {
      const { errors } = await registry.adapter(platform)
      const unlisted = Object.entries(errors).flatMap(([subject, dialect]) =>
        operationsOf(platform, subject).flatMap((id) => {
          const listed: readonly string[] = [...commonErrors, ...operationRow(id).errors]
          const codes = new Set(dialect.rules.flatMap(({ sample }) => judged(dialect, sample)))
          return [...codes]
            .filter((code) => !listed.includes(code) && !caught.includes(`${id}: ${code}`))
            .map((code) => `${subject}, ${id}: ${code}`)
        }),
      )
      expect(unlisted).to.deep.equal([])
    })
  }
})
