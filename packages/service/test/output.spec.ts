import { expect } from 'chai'
import type { Request, UseCase } from '../src/index.ts'

/** Each line under a @ts-expect-error has to be a compile error; the type check of this file is the test. */
describe('the types of a use case', () => {
  it('follow from the row of its operation', () => {
    const deletes: UseCase<'profiles.delete'> = async () => ({ status: 200, body: { id: 'id', deleted: true } })
    // @ts-expect-error a field is missing
    const incomplete: UseCase<'profiles.delete'> = async () => ({ status: 200, body: { id: 'id' } })
    // @ts-expect-error the row has no 201
    const unknownStatus: UseCase<'profiles.delete'> = async () => ({ status: 201, body: { id: 'id', deleted: true } })
    // @ts-expect-error 204 has no body
    const superfluous: UseCase<'posts.delete'> = async () => ({ status: 204, body: {} })
    expect([deletes, incomplete, unknownStatus, superfluous]).to.have.length(4)
  })

  it('know the account and its platform', () => {
    const named = ({ account }: Request<'posts.delete'>): 'facebook' | 'youtube' | 'x' | 'bluesky' => account.platform
    // @ts-expect-error the request need not name an account
    const optional = ({ account }: Request<'posts.list'>): string => account.platform
    const own = ({ platform }: Request<'usage.get'>): 'x' => platform
    expect([named, optional, own]).to.have.length(3)
  })
})
