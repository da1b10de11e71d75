import { exitCodes } from '../exit-codes.ts'
import type { Command, Options } from '../invocation/command.ts'

const width = 100

/** Wraps a text into lines of up to `width` characters, each indented by `indent` spaces. */
function wrapped(text: string, indent: number): string {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && indent + line.length + 1 + word.length > width) {
      lines.push(line)
      line = ''
    }
    line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line].map((each) => `${' '.repeat(indent)}${each}`).join('\n')
}

/** Formats names with their explanations next to them. */
function listed(rows: readonly (readonly [name: string, about: string])[]): string {
  const longest = Math.min(28, Math.max(...rows.map(([name]) => name.length)))
  return rows
    .map(([name, about]) => {
      const indent = longest + 4
      const text = wrapped(about, indent)
      return name.length > longest ? `  ${name}\n${text}` : `  ${name.padEnd(longest)}  ${text.trimStart()}`
    })
    .join('\n')
}

const signature = (name: string, { takes }: Options[string]) =>
  takes === undefined ? `--${name}` : `--${name} ${takes}`

/** Returns the help text with the list of all commands. */
export function overview(all: readonly Command[]): string {
  return `Carillon: publish to social networks, never twice.

Usage: carillon <command> [options]

${listed(all.map(({ words, summary }) => [words, summary]))}

Results are JSON on standard output; words go to standard error. \`carillon <command> --help\` explains a command.
CARILLON_URL and CARILLON_API_KEY go before what \`carillon login\` has stored.

Exit codes:
${listed(Object.values(exitCodes).map(({ code, meaning }) => [String(code), meaning]))}
`
}

/** The parts of a command's help that are derived from its definition. */
export interface CommandHelp {
  usage: string
  args: readonly { name: string; about: string }[]
  options: Options
}

/** Returns the help text of one command. */
export function commandHelp(
  { summary, about = [], examples = [] }: Command,
  { usage, args, options }: CommandHelp,
): string {
  const sections = [
    `${summary}.\n\nUsage: ${usage}`,
    about.map((text) => wrapped(text, 0)).join('\n\n'),
    args.some((arg) => arg.about !== '') ? `Arguments:\n${listed(args.map((arg) => [arg.name, arg.about]))}` : '',
    Object.keys(options).length > 0
      ? `Options:\n${listed(Object.entries(options).map(([name, option]) => [signature(name, option), option.about]))}`
      : '',
    examples.length > 0 ? `Examples:\n${examples.map((example) => `  ${example}`).join('\n')}` : '',
  ]
  return `${sections.filter(Boolean).join('\n\n')}\n`
}
