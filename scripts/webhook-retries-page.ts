import { failingLimit, retryDelays } from '@carillon/service'

const units = [
  { name: 'hour', seconds: 3_600 },
  { name: 'minute', seconds: 60 },
  { name: 'second', seconds: 1 },
]

function span(seconds: number): string {
  const unit = units.find((each) => seconds % each.seconds === 0 && seconds >= each.seconds)
  const count = seconds / (unit?.seconds ?? 1)
  return `${count} ${unit?.name ?? 'second'}${count === 1 ? '' : 's'}`
}

/** The reference page of the delays between attempts of webhook deliveries. */
export function webhookRetriesPage(): string {
  const rows = retryDelays.map((delay, at) => `| ${at + 2} | ${span(delay)} |`)
  const total = retryDelays.reduce((sum, delay) => sum + delay, 0)
  return `<!-- Written by scripts/write-reference.ts from the tables; change those. -->

# Webhook retries

| Attempt | After the one before |
| --- | --- |
| 1 | at once |
${rows.join('\n')}

Each delay is up to 20 % shorter or longer. After attempt ${retryDelays.length + 1}, about ${Math.round(total / 3_600)} hours after the first, the delivery is
\`failed\`. An endpoint is disabled after ${failingLimit.seconds / 86_400} days in which every attempt failed, and at least ${failingLimit.attempts} attempts.
`
}
