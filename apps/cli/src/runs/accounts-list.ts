import { type Run, textOf } from '../invocation/invocation.ts'

export const run: Run = async ({ io, values, client, signal }) => {
  const carillon = client()
  const given = textOf(values, 'profile')
  const profiles = given === undefined ? carillon.profiles.list({}, { signal }) : [{ id: given }]
  const accounts: unknown[] = []
  for await (const { id: profileId } of profiles) {
    for await (const account of carillon.accounts.list({ profileId }, { signal })) accounts.push(account)
  }
  io.print({ accounts })
  return undefined
}
