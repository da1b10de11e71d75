import { type ParseArgsConfig, parseArgs } from 'node:util'
import { closest } from '../closest.ts'
import type { Argument, Command, Options } from '../invocation/command.ts'
import type { Values } from '../invocation/invocation.ts'
import { argumentsOf, commonOptions, optionsOf } from '../options/options-of.ts'
import { UsageError } from '../usage-error.ts'

function configOf(options: Options): ParseArgsConfig['options'] {
  return Object.fromEntries(
    Object.entries(options).map(([name, { takes, isRepeatable }]) => [
      name,
      {
        type: takes === undefined ? 'boolean' : 'string',
        ...(isRepeatable && { multiple: true }),
        ...(name === 'help' && { short: 'h' }),
      },
    ]),
  )
}

function positionals(words: readonly string[], args: readonly Argument[], usage: string): Record<string, string> {
  const required = args.filter(({ isOptional }) => !isOptional)
  const missing = required.slice(words.length)
  if (missing.length > 0)
    throw new UsageError(`Missing: ${missing.map(({ name }) => name).join(', ')}. Usage: ${usage}`)
  const [surplus] = words.slice(args.length)
  if (surplus !== undefined) throw new UsageError(`${JSON.stringify(surplus)} is one word too many. Usage: ${usage}`)
  return Object.fromEntries(words.map((word, index) => [args[index]?.name ?? '', word]))
}

/** Returns the values of options. A flag that is given several times counts once. */
function valuesOf(values: Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>): Values {
  const texts = (list: readonly (string | boolean)[]) => list.filter((value) => typeof value === 'string')
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, Array.isArray(value) ? texts(value) : value]),
  )
}

/** Returns the usage line of a command's help. */
export function usageOf(command: Command): string {
  const args = argumentsOf(command).map(({ name, isOptional }) => (isOptional ? `[${name}]` : `<${name}>`))
  const hasOptions = Object.keys(optionsOf(command)).length > 0
  return ['carillon', command.words, ...args, ...(hasOptions ? ['[options]'] : [])].join(' ')
}

/** How a command is used, and whether it takes arguments. */
interface UsageOf {
  usage: string
  takesText: boolean
}

function unknownOption(error: unknown, options: Options, { usage, takesText }: UsageOf): UsageError {
  const { code, message } = Object(error)
  const [, given = ''] = /'(?:-, )?--?([\w-]+)/.exec(String(message)) ?? []
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
    const near = closest(Object.keys(options), given)
    const hint = near ? ` Did you mean --${near}?` : ''
    const text = takesText ? ' A text that begins with a hyphen follows `--` at the end.' : ''
    return new UsageError(`There is no option --${given}.${hint}${text} Usage: ${usage}`)
  }
  return new UsageError(`${String(message).split('\n')[0]}. Usage: ${usage}`)
}

/**
 * Parses the arguments and options that follow the words of a command, and returns both keyed by name. With `--help`,
 * arguments are not checked, and `args` is empty.
 * @throws UsageError for an unknown option, an option without its value, or missing or superfluous arguments
 */
export function parseCommand(
  command: Command,
  words: readonly string[],
): { args: Record<string, string>; values: Values } {
  const options = { ...commonOptions, ...optionsOf(command) }
  const usage = usageOf(command)
  try {
    const parsed = parseArgs({
      args: [...words],
      options: configOf(options) ?? {},
      allowPositionals: true,
      strict: true,
    })
    const values = valuesOf(parsed.values)
    if (values['help'] === true) return { args: {}, values }
    return { args: positionals(parsed.positionals, argumentsOf(command), usage), values }
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw unknownOption(error, options, { usage, takesText: argumentsOf(command).length > 0 })
  }
}
