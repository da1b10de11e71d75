import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { givenField } from '../fields/request-fields.ts'
import { type Invocation, type Run, textOf, textsOf } from '../invocation/invocation.ts'
import { waitMsOf } from '../invocation/seconds-option.ts'
import { findAccount } from '../posts/find-account.ts'
import { bodyOf, publishPost } from '../posts/publish-post.ts'
import { type PostInput, requestedPost } from '../posts/requested-post.ts'
import { requireReadable } from '../posts/require-readable.ts'
import { publishAtOf, schedulePost } from '../posts/schedule-post.ts'
import { openRequest, requestIdOf } from '../requests/send-once.ts'
import { UsageError } from '../usage-error.ts'

/** Returns the post that the arguments and options describe. */
function postInput({ args, values }: Invocation): PostInput {
  const paths = textsOf(values, 'media')
  const texts = textsOf(values, 'alt')
  if (texts.length > paths.length) throw new UsageError('There are more --alt texts than --media files.')
  return {
    text: args['text'],
    media: paths.map((path, index) => ({ path, altText: texts[index] })),
    mediaField: textOf(values, 'media-field'),
    fields: textsOf(values, 'field').map(givenField),
  }
}

async function publishOne(invocation: Invocation): Promise<ExitCode | undefined> {
  const { values, io, signal } = invocation
  const given = textOf(values, 'account')
  if (given === undefined) throw new UsageError('--account is missing: the account on which to publish.')
  const publishAt = publishAtOf(textOf(values, 'at'), textOf(values, 'time-zone'))
  const { requestId, isGiven } = requestIdOf(invocation)
  const { journal, release } = openRequest(invocation, requestId)
  try {
    const client = invocation.client({ journal })
    const account = await findAccount(client, given, signal)
    const post = requestedPost(account, postInput(invocation))
    for (const { path } of post.media) await requireReadable(path)
    const say = (text: string) => io.say(text)
    if (values['dry-run']) {
      const checked = await client.posts.validate(await bodyOf(client, post, { signal, say }), { signal })
      io.print(checked)
      if (checked.valid) return undefined
      io.say('It would be rejected; `problems` lists the reasons.')
      return exitCodes.rejected.code
    }
    io.say(`Request ${requestId}`)
    const sending = { requestId, isGiven, journal, signal, say, waitMs: waitMsOf(values) }
    const isNow = publishAt === undefined
    io.print(await (isNow ? publishPost(client, post, sending) : schedulePost(client, { post, publishAt }, sending)))
    return undefined
  } finally {
    release()
  }
}

export const run: Run = async (invocation) => {
  const { values } = invocation
  const csv = textOf(values, 'csv')
  const ofRows = ['run', 'concurrency'].find((name) => values[name] !== undefined)
  if (csv === undefined && ofRows !== undefined) throw new UsageError(`--${ofRows} is for the rows of --csv.`)
  if (csv === undefined) return publishOne(invocation)
  const { publishCsv } = await import('../csv/publish-csv.ts')
  return publishCsv(invocation, csv)
}
