import type { Installation } from '../installation.ts'
import { openCopy } from '../rows/read-comments.ts'

const texts = [
  'Fresh bread every morning at seven',
  'We open at nine on Saturday 🎠 and stay until the last loaf is sold, as every week of this year and the next',
  'Thank you all',
]

/** An account with so many publishes of every status, with and without media, one a minute; their ids begin with it. */
export async function openPublishes({ context, connect }: Installation, count: number): Promise<string> {
  const accountId = await connect('bluesky')
  await context.pool.query(
    `insert into external_write (id, kind, organization_id, profile_id, account_id, platform, request_id, status, payload,
       state, attempt, wake_at, error, provider_ids, result, created_at, updated_at)
     select (lpad(to_hex((extract(epoch from now() - n * interval '1 minute') * 1000)::bigint), 12, '0')
         || '7' || substr(md5(n::text), 1, 3) || '8' || substr(md5(n::text), 4, 15))::uuid, 'publish', a.organization_id, a.profile_id, a.id, a.platform, 'request-' || n,
       case n % 20 when 7 then 'failed' when 13 then 'unknown' else 'succeeded' end,
       jsonb_build_object('text', 'Number ' || n || ': ' || ($3::text[])[1 + n % 3])
         || case when n % 3 = 0 then jsonb_build_object('images', jsonb_build_array(jsonb_build_object('source',
           jsonb_build_object('mediaId', gen_random_uuid(), 'ready', true, 'contentType', 'image/jpeg', 'bytes', 90000))))
         else '{}' end,
       '{}', 1, null,
       case n % 20 when 7 then '{"code": "provider_rejected", "status": 422, "message": "The platform rejected the post."}'::jsonb end,
       case n % 20 when 7 then '{}' when 13 then '{}' else array['post-' || n] end,
       case n % 20 when 7 then null when 13 then null else '{"permalink": "https://network.example.com/post"}'::jsonb end,
       now() - n * interval '1 minute', now() - n * interval '1 minute' + interval '2 seconds'
     from generate_series(1, $2::int) as n join account as a on a.id = $1`,
    [accountId, count, texts],
  )
  await context.pool.query('analyze external_write')
  return accountId
}

/** An account with a post of so many comments, of which every fourth is a reply. */
export async function openComments(installation: Installation, count: number): Promise<string> {
  const { accountId } = await openCopy(installation, { count, hasReplies: true })
  return accountId
}

/** A page with so many rows of plain text and one button each, without any script but that of the button. */
export function barePage(count: number): string {
  const row = (_: unknown, at: number) =>
    `<li><b>Number ${count - at}</b> ${texts[at % texts.length]} <button>Open</button></li>`
  return `<!doctype html><title>Bare</title>
    <style>body { font: 14px sans-serif; margin: 16px } li { height: 72px; list-style: none }</style>
    <input aria-label="Text"><ul>${Array.from({ length: count }, row).join('')}</ul>
    <script>
      addEventListener('click', ({ target }) => {
        if (target.matches('button')) target.textContent = target.textContent === 'Open' ? 'Close' : 'Open'
      })
    </script>`
}
