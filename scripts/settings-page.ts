import { networkVariables, variables } from '@carillon/service'

function row(...cells: string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}

function table(heads: string[], rows: string[]): string {
  return [row(...heads), row(...heads.map(() => '---')), ...rows].join('\n')
}

function fallbackOf(fallback: string | null): string {
  if (fallback === null) return 'must be set'
  return fallback === '' ? '' : `\`${fallback}\``
}

/** Every setting there is, from the tables that the configuration is read by. */
export function settingsPage(): string {
  const own = Object.entries(variables).map(([name, { fallback, about }]) =>
    row(`\`${name}\``, fallbackOf(fallback), about),
  )
  const secrets = networkVariables.filter(({ kind }) => kind === 'secret')
  const features = networkVariables.filter(({ kind }) => kind === 'features')
  const hosts = networkVariables.filter(({ kind }) => kind === 'host')
  return `<!-- Written by scripts/write-reference.ts from the tables; change those. -->

# Settings

Environment variables, read once when a process starts; what cannot be used stops it with the name of the variable. Instead of
\`NAME\`, \`NAME_FILE\` may name a file that holds the value. Gateways, workers and the operator's commands take the same ones.

${table(['Variable', 'Without it', 'What it is'], own)}

## Credentials of the networks

A network without its credentials answers \`provider_not_configured\`. Where they come from is told on the network's page.

${table(
  ['Variable', 'Network'],
  secrets.map(({ name, platform }) => row(`\`${name}\``, platform)),
)}

## Features of the networks

The permissions that users are asked for when they connect an account. A network that does not know a permission, or has not
granted it to the app, shows no consent page at all: leave out the features that its review has not approved. Permissions
that were not asked for are in the account's \`missingScopes\`, and operations that need them are rejected. A change
affects accounts that are connected afterwards.

${table(
  ['Variable', 'Without it'],
  features.map(({ name, fallback }) => row(`\`${name}\``, `\`${fallback}\``)),
)}

## Hosts of the networks

For a sandbox, a test server or a proxy; leave them alone otherwise.

${table(
  ['Variable', 'Without it'],
  hosts.map(({ name, fallback }) => row(`\`${name}\``, `\`${fallback}\``)),
)}
`
}
