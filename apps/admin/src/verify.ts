import { readFile, writeFile } from 'node:fs/promises'
import { type Context, type VerificationReport, verifyAccount } from '@carillon/service'
import { UsageError } from './usage-error.ts'
import type { Values } from './values.ts'
import { markdownOf } from './verification-markdown.ts'

async function readVideo(file: unknown): Promise<Uint8Array | null> {
  if (typeof file !== 'string') return null
  try {
    return await readFile(file)
  } catch {
    throw new UsageError(`--video ${file} cannot be read; it takes the path of an MP4.`)
  }
}

/** Verifies an account; with `--report` the result is written to a file as well, as Markdown if its name ends in `.md`. */
export async function verify(context: Context, values: Values): Promise<VerificationReport> {
  const { account, publish, lasting, video, report: file } = values
  if (publish !== true && (lasting === true || video !== undefined)) {
    throw new UsageError('--lasting and --video go with --publish only.')
  }
  const options = publish === true ? { lasting: lasting === true, video: await readVideo(video) } : null
  const report = await verifyAccount(context, { accountId: String(account), publish: options })
  if (typeof file === 'string') {
    await writeFile(file, file.endsWith('.md') ? markdownOf(report) : `${JSON.stringify(report, null, 2)}\n`)
  }
  return report
}
