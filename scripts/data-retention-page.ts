import { retentionPolicies } from '@carillon/service'

function span(hours: number): string {
  const [count, unit] = hours % 24 === 0 && hours > 24 ? [hours / 24, 'day'] : [hours, 'hour']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** The reference page of the retention policies. */
export function dataRetentionPage(): string {
  const rows = retentionPolicies.map(({ table, rows: what, keptHours, setting, emptied, why }) => {
    const kept = setting ? `${span(keptHours)}, or \`${setting}\`` : span(keptHours)
    const end = emptied ? `${kept}, then emptied` : kept
    return `| \`${table.replace(/^.*\._/, '')}\` | ${what} | ${end} | ${why} |`
  })
  return `<!-- Written by scripts/write-reference.ts from the tables; change those. -->

# Data retention

What a worker removes from the database, every ten minutes. What is not listed stays until its profile or organization is deleted.

| Table | Rows, and since when the time counts | Kept for | Why |
| --- | --- | --- | --- |
${rows.join('\n')}

Media and the links to them are deleted \`MEDIA_GRACE_MINUTES\` after their publish has ended; files that nothing refers to, after a day.

**Never removed**: publishes that are open, or \`unknown\` until somebody has resolved them; the ledger of billed calls; organizations, profiles, keys,
accounts and their credentials, which are removed when they are deleted.
`
}
