import type { VerificationReport } from '@carillon/service'

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return 'None.'
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

const code = (text: string) => `\`${text}\``

/** Formats a report of `verify` as Markdown that can be attached to an issue. */
export function markdownOf(report: VerificationReport): string {
  const { platform, authMethod, version, verifiedAt, deviations, checks, operations } = report
  const method = authMethod === null ? '' : ` (${authMethod})`
  const sections = [
    `# ${platform}${method}: ${report.ok ? 'as documented' : 'deviations or failures'}`,
    `Carillon ${version}, ${verifiedAt}. Scopes: ${report.scopes.join(', ') || 'none'}. Not granted: ${report.missingScopes.join(', ') || 'none'}.`,
    '## Deviations',
    table(
      ['Operation', 'What', 'Field', 'Value'],
      deviations.map(({ operation, kind, field, value = '' }) => [code(operation), kind, code(field), value]),
    ),
    '## Checks',
    table(
      ['Check', 'Outcome', 'Reason'],
      checks.map(({ check, outcome, reason = '' }) => [check, outcome, reason]),
    ),
    '## Calls',
    table(
      ['Operation', 'Method', 'Calls', 'Statuses', 'Fields missing from every response'],
      operations.map(({ operation, method: verb, calls, statuses, unseen }) => [
        code(operation),
        verb,
        String(calls),
        statuses.join(', '),
        unseen.map(code).join(' '),
      ]),
    ),
  ]
  return `${sections.join('\n\n')}\n`
}
