import { retentionPolicies } from '@carillon/service'

function span(hours: number): string {
  const [count, unit] = hours % 24 === 0 && hours > 24 ? [hours / 24, 'day'] : [hours, 'hour']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** The reference page of the retention policies. */
export function dataRetentionPage(): string {
  const rows = retentionPolicies.map(({ table, rows: what, keptHours, setting, beyondSettingHours, emptied, why }) => {
    const set = beyondSettingHours ? `\`${setting}\` and ${span(beyondSettingHours)} if longer` : `\`${setting}\``
    const kept = setting ? `${span(keptHours)}, or ${set}` : span(keptHours)
    const end = emptied ? `${kept}, then set to null` : kept
    return `| \`${table.replace(/^.*\._/, '')}\` | ${what} | ${end} | ${why} |`
  })
  return `<!-- Written by scripts/write-reference.ts from the tables; change those. -->

# Data retention

A worker deletes these rows from the database every ten minutes, and expired uploads with their files. All other
rows are kept until their account or profile is deleted. No command deletes an organization.

| Table | Rows, and the start of the period | Period | Reason |
| --- | --- | --- | --- |
${rows.join('\n')}

Media and their public URLs are deleted \`MEDIA_GRACE_MINUTES\` after their publish has ended. Files without a publish
or schedule are deleted after a day.

**Never deleted automatically**: open publishes and other external writes, \`unknown\` ones until their outcome is
decided, the ledger of billed calls, organizations, profiles, keys, accounts and their credentials.
`
}
