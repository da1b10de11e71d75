import { networkVariables, variables } from '@carillon/service'

function row(...cells: string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}

function table(heads: string[], rows: string[]): string {
  return [row(...heads), row(...heads.map(() => '---')), ...rows].join('\n')
}

function fallbackOf(fallback: string | null): string {
  if (fallback === null) return 'required'
  return fallback === '' ? '' : `\`${fallback}\``
}

/** The reference page of all settings, as Markdown, from the tables from which the configuration is read. */
export function settingsPage(): string {
  const own = Object.entries(variables).map(([name, { fallback, about }]) =>
    row(`\`${name}\``, fallbackOf(fallback), about),
  )
  const secrets = networkVariables.filter(({ kind }) => kind === 'secret')
  const options = networkVariables.filter(({ kind }) => kind === 'option')
  const features = networkVariables.filter(({ kind }) => kind === 'features')
  const hosts = networkVariables.filter(({ kind }) => kind === 'host')
  return `<!-- Written by scripts/write-reference.ts from the tables; change those. -->

# Settings

Carillon reads these environment variables when a process starts. An invalid value stops the process with a message that
contains the name of the variable. For each variable \`NAME\`, you can set \`NAME_FILE\` to the path of a file that contains
the value. Gateways, workers and the operator's commands use the same settings.

${table(['Variable', 'Default', 'Description'], own)}

## Credentials of the networks

If the credentials of a network are not set, its operations return \`provider_not_configured\`. The page of each
[network](../networks) describes how to obtain them.

${table(
  ['Variable', 'Network'],
  secrets.map(({ name, platform }) => row(`\`${name}\``, platform)),
)}

## Options of the networks

\`on\` or \`off\`. The page of each [network](../networks) describes them.

${table(
  ['Variable', 'Default'],
  options.map(({ name, fallback }) => row(`\`${name}\``, `\`${fallback}\``)),
)}

## Features of the networks

The features whose permissions are requested when a user connects an account. If an app requests a permission that the
network has not granted to it, the network shows an error instead of the consent page, so leave out features that are not
approved. Permissions that were not requested are listed in the account's \`missingScopes\`, and operations that need them
are rejected. A change affects accounts that are connected afterwards.

${table(
  ['Variable', 'Default'],
  features.map(({ name, fallback }) => row(`\`${name}\``, `\`${fallback}\``)),
)}

## Hosts of the networks

Change these only for a sandbox, a test server or a proxy.

${table(
  ['Variable', 'Default'],
  hosts.map(({ name, fallback }) => row(`\`${name}\``, `\`${fallback}\``)),
)}
`
}
