import { argumentsOf, type Command, commands, exitCodes, optionsOf, usageOf } from '@carillon/cli'

const mark = '<!-- Written by scripts/write-reference.ts from the tables; change those. -->'

/** A text in a cell of a table. */
const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '\\<').replaceAll('\n', ' ')

const fileOf = ({ words }: Command) => `${words.replaceAll(' ', '-')}.md`

function argumentsTable(command: Command): string {
  const rows = argumentsOf(command).map(({ name, about, isOptional }) => {
    return `| \`${name}\` | ${cell([about, isOptional ? 'Optional.' : ''].filter(Boolean).join(' '))} |`
  })
  return rows.length === 0 ? '' : `## Arguments\n\n| Argument | Meaning |\n| --- | --- |\n${rows.join('\n')}`
}

function optionsTable(command: Command): string {
  const rows = Object.entries(optionsOf(command)).map(([name, { takes, about, values, isRepeatable }]) => {
    const known = values ? `One of ${values.map((value) => `\`${value}\``).join(', ')}.` : ''
    const often = isRepeatable ? 'Can be repeated.' : ''
    const text = [about, known, often].filter(Boolean).join(' ')
    return `| \`--${name}${takes === undefined ? '' : ` ${takes.replaceAll('|', '\\|')}`}\` | ${cell(text)} |`
  })
  return rows.length === 0 ? '' : `## Options\n\n| Option | Meaning |\n| --- | --- |\n${rows.join('\n')}`
}

function operationsText({ operation, operations = [] }: Command): string {
  const all = [...(operation ? [operation] : []), ...operations]
  if (all.length === 0) return ''
  return `## Operations\n\n${all.map((id) => `\`${id}\``).join(', ')} of [the API](../operations.md).`
}

function pageOf(command: Command): string {
  const { words, summary, about = [], examples = [] } = command
  const sections = [
    `${mark}\n\n# carillon ${words}`,
    `${summary}.`,
    `\`\`\`\n${usageOf(command)}\n\`\`\``,
    ...about,
    argumentsTable(command),
    optionsTable(command),
    examples.length === 0 ? '' : `## Examples\n\n\`\`\`sh\n${examples.join('\n')}\n\`\`\``,
    operationsText(command),
    'See [all commands and exit codes](README.md).',
  ]
  return `${sections.filter(Boolean).join('\n\n')}\n`
}

function indexPage(): string {
  const rows = commands.map((command) => `| [\`${command.words}\`](${fileOf(command)}) | ${cell(command.summary)} |`)
  const codes = Object.values(exitCodes).map(({ code, meaning }) => `| ${code} | ${meaning} |`)
  return `${mark}

# Commands

[The command line](../../command-line.md) describes how to install \`carillon\`, with a first post from an empty folder. Results
are JSON on standard output, words go to standard error.

| Command | Purpose |
| --- | --- |
${rows.join('\n')}

## Exit codes

| Code | Meaning |
| --- | --- |
${codes.join('\n')}
`
}

/** The reference pages of the command line: an index, and a page for each command. */
export function cliPages(): Record<string, string> {
  return {
    'README.md': indexPage(),
    ...Object.fromEntries(commands.map((command) => [fileOf(command), pageOf(command)])),
  }
}
