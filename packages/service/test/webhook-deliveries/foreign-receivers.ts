import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect } from 'chai'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'

/** A delivery as it arrived, and the secret of its endpoint. */
export interface Case {
  secret: string
  headers: Record<string, string>
  body: string
}

/** Whether each delivery is accepted by a receiver that Carillon did not write. */
type Verify = (cases: readonly Case[]) => boolean[]

const accepts = (verify: () => unknown): boolean => {
  try {
    verify()
    return true
  } catch {
    return false
  }
}

export const seconds = () => Math.floor(Date.now() / 1_000)

const python: Verify = (cases) => {
  const lines = cases.map(({ secret, headers, body }) =>
    JSON.stringify({ secret, headers, body: Buffer.from(body).toString('base64'), now: seconds() }),
  )
  const { stdout, status, stderr } = spawnSync('python3', [join(import.meta.dirname, 'verify.py')], {
    input: lines.join('\n'),
    encoding: 'utf8',
  })
  expect(status, stderr).to.equal(0)
  return stdout
    .trim()
    .split('\n')
    .map((line) => line === 'true')
}

/** The receivers, by name. */
export const receivers: Readonly<Record<string, Verify>> = {
  standardwebhooks: (cases) =>
    cases.map(({ secret, headers, body }) => accepts(() => new StandardWebhook(secret).verify(body, headers))),
  svix: (cases) =>
    cases.map(({ secret, headers, body }) => accepts(() => new SvixWebhook(secret).verify(body, headers))),
  "Python's standard library": python,
}

/** Whether the receiver in Python can run here. */
export const hasPython = spawnSync('python3', ['--version']).status === 0
