import { readFileSync } from 'node:fs'
import { platforms } from '@carillon/domain'
import { catalogueRow, type ErrorCode } from '@carillon/errors'

/** An example program: a connect button, the redirect back, a post and its events. A test runs it. */
const program = readFileSync(new URL('./programs/first-integration.js', import.meta.url), 'utf8')

/** A part of a guide, rendered as HTML and as Markdown. Its text can contain `code` in backticks and [links](URL). */
export type Block =
  | { heading: string }
  | { text: string }
  | { code: string; label: string; language: 'sh' | 'js' }
  | { codes: readonly { code: ErrorCode; advice: string }[] }

/** Error codes that every integration has to handle, with advice for the app. */
const handled: readonly { code: ErrorCode; advice: string }[] = [
  {
    code: 'connection_expired',
    advice: 'Show your connect button again. The event `account.expired` tells you earlier.',
  },
  { code: 'reconnect_required', advice: 'The same: the customer connects once more and allows what was missing.' },
  { code: 'missing_scope', advice: 'Say what was not allowed, and show the connect button.' },
  { code: 'provider_rejected', advice: 'Show the message to your customer: it is what the network says of the post.' },
  { code: 'invalid_media', advice: 'Show the message. `POST /posts/validate` finds it before anything is sent.' },
  { code: 'rate_limited', advice: 'Wait as many seconds as `Retry-After` says.' },
  { code: 'deadline_passed', advice: 'Nothing was stored. Send it again.' },
]

/**
 * The guide from a connect button in an app to a published post and its events. `blocks` returns its parts in order,
 * with the gateway's URL in the examples.
 */
export const integrationGuide = {
  title: 'Your first integration',
  blocks: (publicUrl: string): Block[] => [
    {
      text: 'Your customers connect their accounts in your app, and your app publishes for them. This page is one program of a hundred lines without libraries; Node 18 or newer runs it.',
    },
    { heading: 'Allow your origin' },
    {
      text: 'After a customer has agreed at the social network, the browser comes back to your app. Carillon only sends it to origins that you have allowed, once for each. In the dashboard they are in [Settings](/dashboard/settings); the API has [an operation](/docs/operations/origins.create) for it. `http` is taken for localhost only.',
    },
    {
      code: `export CARILLON_URL='${publicUrl}'\nexport CARILLON_KEY='<an API key>'\ncurl -sS "$CARILLON_URL/api/v1/origins" -H "Authorization: Bearer $CARILLON_KEY" \\\n  -H 'Content-Type: application/json' -d '{"origin": "http://localhost:3000"}'`,
      label: 'Allow an origin with curl',
      language: 'sh',
    },
    {
      text: 'Keep the key on your server: everybody who has it can publish. A [key for one job](/dashboard/keys) has only the scopes that it needs; this program needs `profiles:write`, `accounts:write`, `posts:write` and `events:read`.',
    },
    { heading: 'The program' },
    {
      text: `Save it as \`app.mjs\`, run \`PLATFORM=… node app.mjs\` with one of \`${platforms.join('`, `')}\`, and open \`http://localhost:3000\`.`,
    },
    { code: program, label: 'app.mjs', language: 'js' },
    { heading: 'Connect' },
    {
      text: 'A [profile](/docs/operations/profiles.create) stands for a customer; `externalId` is your own id of them. [A connection](/docs/operations/connections.start) lasts 30 minutes and works once, so start one when the button is pressed, not when the page is shown. The customer can say no, or choose among several Pages on a page of Carillon; both end at `redirectUrl` with `connectionSessionId`. What it says is read from the session, not from the URL.',
    },
    {
      text: 'Without a page of your own, send your customer a connect link: a page of Carillon that lasts for days and offers several networks.',
    },
    { heading: 'Publish' },
    {
      text: '`201` is published, `202` is still in progress: videos take a while. [Publish a post](/docs/operations/posts.publish) has the fields of each network. Choose the `X-Request-Id` yourself: if a response is lost, read `GET /posts/publishes?requestId=` before you send the post again. An empty list means that nothing was stored so far; `X-Publish-Before` makes it final.',
    },
    { heading: 'Events' },
    {
      text: 'The program waits for events with `GET /events`, which works behind a firewall and needs no public URL. In production an [endpoint](/docs/operations/webhookEndpoints.create) receives the same events as signed deliveries. [All types](/docs/events.md). An event may arrive twice: its `id` is the same.',
    },
    { heading: 'Errors' },
    {
      text: 'Every error has a `code` to branch on, a `message` for humans, and a `requestId` to quote. A publish that fails later has the same in `error`, and the event `publish.failed`. These are the ones to handle first; [all of them](/docs/errors).',
    },
    { codes: handled },
    {
      text: 'A publish that is `unknown` was neither confirmed nor rejected. Do not send it again: look at the account, then say what you found with `POST /posts/publishes/{publishId}/resolution`.',
    },
  ],
}

const errorLine = ({ code, advice }: { code: ErrorCode; advice: string }) =>
  `| [\`${code}\`](/docs/errors.md#${code}) | ${catalogueRow(code).meaning} | ${advice} |`

function markdownOf(block: Block): string {
  if ('heading' in block) return `## ${block.heading}`
  if ('text' in block) return block.text
  if ('code' in block) return `\`\`\`${block.language}\n${block.code.trimEnd()}\n\`\`\``
  return ['| Code | Meaning | What your app does |', '| --- | --- | --- |', ...block.codes.map(errorLine)].join('\n')
}

/**
 * Renders the guide to a first integration, `integrationGuide`, as Markdown.
 * @param publicUrl the URL of the gateway, for its examples
 */
export function integrationMarkdown(publicUrl: string): string {
  return [`# ${integrationGuide.title}`, ...integrationGuide.blocks(publicUrl).map(markdownOf)]
    .join('\n\n')
    .concat('\n')
}
