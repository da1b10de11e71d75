import { expect } from 'chai'
import { createLogger, FIELDS, type Logger, redact, redactText } from '../src/index.ts'

const CANARIES: Record<string, string> = {
  'an API key': 'carillon_live_4fK9mQ2xV7bN8cR1tY6wZ3sD5gH0jL',
  'a web token': 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJkaWQ6cGxjOmFiYyJ9.dBjftJeZ4CVPmB92K27uhbUJU1p1r_wW1gFWFOEjXk',
  'a long-lived token': 'EAAGm0PX4ZCpsBAKZCZBZA3bNfQ7r9YdW8hTkLxVcZ1qRs2uJgE5oPi6',
  'an authorization code': '4/0AeaYSHBx7Qw9kLmN3pR5tV8zC1dF6gJ0hK2bM4nS',
  'a state in hex': '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  'a client secret': 'b1946ac92492d2347c6235b4d2611184',
  'a token without digits': 'xKqZbTfWvRjYmNcLpDhGsQeXaUoIzVbN',
}

function written(use: (log: Logger) => void): string {
  let lines = ''
  use(
    createLogger({
      name: 'canary',
      level: 'trace',
      destination: {
        write(line) {
          lines += line
        },
      },
    }),
  )
  return lines
}

/**
 * What the canary sits in: alone, as a header, in a URL, in JSON, in a form, in an error that an HTTP library throws.
 */
function disguises(secret: string): Record<string, unknown> {
  const error = Object.assign(new Error(`401 for https://user:${secret}@api.test/me?access_token=${secret}`), {
    config: { headers: { authorization: `Bearer ${secret}` } },
    code: secret,
    cause: new Error(`refresh_token=${secret}`),
  })
  error.stack = `${error.stack}\n    at ${secret} (/srv/packages/${secret}.ts:1:1)`
  return {
    bare: secret,
    header: `Authorization: Bearer ${secret}`,
    url: `https://api.test/cb?code=${secret}&state=${secret}#sig=${secret}`,
    json: JSON.stringify({ access_token: secret, client_secret: secret }),
    jsonInJson: JSON.stringify(JSON.stringify({ refresh_token: secret })),
    form: `grant_type=authorization_code&code=${secret}&client_secret=${secret}`,
    object: { headers: { authorization: secret }, [secret]: secret },
    list: [secret],
    bytes: Buffer.from(secret),
    error,
    thrownText: { toString: () => secret },
  }
}

describe('canary', () => {
  for (const [what, secret] of Object.entries(CANARIES)) {
    it(`${what} shows in no field, message, child or error`, () => {
      const lines = written((log) => {
        for (const disguise of Object.values(disguises(secret))) {
          for (const field of [...Object.keys(FIELDS), 'password', 'req', 'res', 'body', secret]) {
            if (field === 'requestId' || field === 'jobId' || field === 'version') continue
            const fields = { [field]: disguise } as object
            log.info(fields, 'a field')
            log.child(fields).warn({}, 'a child')
          }
          log.error({ err: disguise }, 'an error')
          log.info({}, typeof disguise === 'string' ? disguise : String(secret))
          for (const loose of [disguise, ['%s', disguise], ['%o %j', disguise, disguise], [{}, '%s', disguise]]) {
            const args = Array.isArray(loose) ? loose : [loose]
            ;(log.info as (...args: unknown[]) => void)(...args)
          }
        }
      })
      expect(lines.split('\n').length).to.be.greaterThan(500)
      for (const piece of secret.split(/[./]/).filter((part) => part.length >= 8)) {
        expect(lines).not.to.contain(piece)
      }
    })

    it(`${what} shows in no redacted text or value`, () => {
      for (const [name, disguise] of Object.entries(disguises(secret))) {
        expect(JSON.stringify(redact(disguise)), name).not.to.contain(secret)
        if (typeof disguise === 'string') expect(redactText(disguise), name).not.to.contain(secret)
      }
    })
  }

  it('shows through if the guard is taken away, so that the test can fail', () => {
    const lines = written((log) => log.info({ detail: 'canary in words' }, 'a field'))
    expect(lines).to.contain('canary in words')
  })
})
