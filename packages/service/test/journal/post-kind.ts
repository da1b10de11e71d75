import type { WriteKind } from '../../src/journal/write-kind.ts'

type Kind = WriteKind<object, unknown, string>

/** Returns a kind of write with this port whose result lists the ids of posts, separated by commas. */
export function postKind(name: string, port: Awaited<ReturnType<Kind['port']>>): Kind {
  return {
    name,
    words: { thing: 'post', done: 'published' },
    whenAbsent: 'resend',
    unsentSeconds: null,
    input: async () => ({}),
    providerIds: (result) => result.split(','),
    resolved: (id) => id,
    port: async () => port,
  }
}
