import { readFile, writeFile } from 'node:fs/promises'
import type { ParseArgsOptionsConfig } from 'node:util'
import { keysOf } from '@carillon/errors'
import { type Context, type TestMessage, type VerificationReport, verifyAccount } from '@carillon/service'
import { UsageError } from './usage-error.ts'
import type { Values } from './values.ts'
import { markdownOf } from './verification-markdown.ts'

const text = { type: 'string' } as const
const flag = { type: 'boolean' } as const

/** The options that select what `verify --publish` writes, and on which object. Each of them requires `--publish`. */
const writing = {
  lasting: flag,
  video: text,
  recipient: text,
  template: text,
  language: text,
  parameters: text,
  comment: text,
  post: text,
  'ad-account': text,
} as const satisfies ParseArgsOptionsConfig

export const verifyOptions: ParseArgsOptionsConfig = { account: text, publish: flag, ...writing, report: text }

/** The option that another one requires, keyed by the option that requires it. */
const needed: Readonly<Partial<Record<keyof typeof writing, keyof typeof writing>>> = {
  template: 'recipient',
  language: 'template',
  parameters: 'template',
}

function requireTogether(values: Values): void {
  for (const name of keysOf(writing)) {
    if (values[name] === undefined) continue
    if (values['publish'] !== true) throw new UsageError(`--${name} requires --publish.`)
    const other = needed[name]
    if (other !== undefined && values[other] === undefined) throw new UsageError(`--${name} requires --${other}.`)
  }
  if (values['template'] !== undefined && values['language'] === undefined) {
    throw new UsageError('--template requires --language, the language code of the template, such as en_US.')
  }
}

function textOf(values: Values, name: keyof typeof writing): string | null {
  const value = values[name]
  return typeof value === 'string' ? value : null
}

function parametersOf(values: Values): string[] {
  const given = textOf(values, 'parameters')
  if (given === null) return []
  const fault = new UsageError('--parameters must be a JSON array of strings, such as \'["Ada", "#123"]\'.')
  let list: unknown
  try {
    list = JSON.parse(given)
  } catch {
    throw fault
  }
  if (!Array.isArray(list) || !list.every((one) => typeof one === 'string')) throw fault
  return list
}

function messageOf(values: Values): TestMessage | null {
  const recipient = textOf(values, 'recipient')
  if (recipient === null) return null
  const name = textOf(values, 'template')
  const language = textOf(values, 'language')
  const isTemplate = name !== null && language !== null
  return { recipient, template: isTemplate ? { name, language, bodyParameters: parametersOf(values) } : null }
}

async function readVideo(file: string | null): Promise<Uint8Array | null> {
  if (file === null) return null
  try {
    return await readFile(file)
  } catch {
    throw new UsageError(`--video ${file} cannot be read; pass the path of an MP4 file.`)
  }
}

async function writesOf(values: Values) {
  requireTogether(values)
  if (values['publish'] !== true) return null
  return {
    lasting: values['lasting'] === true,
    video: await readVideo(textOf(values, 'video')),
    message: messageOf(values),
    commentId: textOf(values, 'comment'),
    postId: textOf(values, 'post'),
    adAccountId: textOf(values, 'ad-account'),
  }
}

/**
 * Runs the command `verify`: makes all supported reads on an account, with `--publish` also writes, and returns the
 * report. A check that fails is part of the report, not an error. With `--report`, it also writes the report to a file,
 * as Markdown if the name ends in `.md`, otherwise as JSON.
 * @throws UsageError for options that do not fit together or a video that cannot be read; ServiceError
 *   `account_not_found` if the account does not exist; the error of the file system if the report cannot be written
 */
export async function verify(context: Context, values: Values): Promise<VerificationReport> {
  const { account, report: file } = values
  const report = await verifyAccount(context, { accountId: String(account), publish: await writesOf(values) })
  if (typeof file === 'string') {
    await writeFile(file, file.endsWith('.md') ? markdownOf(report) : `${JSON.stringify(report, null, 2)}\n`)
  }
  return report
}
