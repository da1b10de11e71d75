import type { Account, ConnectionSession, Platform, StartedConnectionSession } from '@carillon/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../../data/api.ts'
import type { Facts } from '../../data/facts.ts'
import { startSignup } from '../../data/network-operations.ts'
import { loginNames } from '../../ui/networks.ts'

type StartBody = Parameters<typeof api.post<'/profiles/{profileId}/connect'>>[1]['body']
type ConnectPlatform = StartBody['platform']
type LoginName = keyof typeof loginNames

/** The input for connecting an account. */
export interface ConnectChoice {
  platform: Platform
  /** Only for networks whose `connect` capability takes a handle; optional there. */
  handle?: string
  /** Only where the social network has several logins. */
  authMethod?: LoginName
}

const followedMs = 2_000

function isConnectPlatform(platform: Platform, facts: Facts): platform is ConnectPlatform {
  return facts.capabilities['connect']?.cells[platform] !== false
}

/**
 * The choice that connects an existing account again: same network, handle and login. Its handle is that shown as
 * `displayIdentifier`.
 */
export function choiceOf({ platform, displayIdentifier, authMethod }: Account, facts: Facts): ConnectChoice {
  const cell = facts.capabilities['connect']?.cells[platform]
  const takesHandle = cell !== false && cell?.['handle'] === true
  const method = methodsOf(platform, facts).find((one) => one === authMethod)
  return {
    platform,
    ...(takesHandle && displayIdentifier && { handle: displayIdentifier }),
    ...(method && { authMethod: method }),
  }
}

/** The logins of a network among which a user chooses; empty if it has only one. */
export function methodsOf(platform: Platform, facts: Facts): LoginName[] {
  const cell = facts.capabilities['connect']?.cells[platform]
  const listed = cell === false ? [] : cell?.['authMethods']
  if (!Array.isArray(listed)) return []
  return Object.keys(loginNames).filter((name): name is LoginName => listed.includes(name))
}

interface StartOptions {
  profileId: string
  choice: ConnectChoice
  facts: Facts
}

async function start({ profileId, choice, facts }: StartOptions): Promise<StartedConnectionSession> {
  const { platform, handle, authMethod } = choice
  if (!isConnectPlatform(platform, facts)) return startSignup(profileId)
  const body = { platform, ...(handle && { handle }), ...(authMethod && { authMethod }) }
  return (await api.post('/profiles/{profileId}/connect', { path: { profileId }, body })).data
}

const hasEnded = ({ status }: ConnectionSession) => ['completed', 'failed', 'expired'].includes(status)

/**
 * Starts connecting an account to the profile, and polls the connection session every 2 seconds until it has ended,
 * since the user authorizes in another tab. `start` throws `ApiError`, which `error` keeps; `reset` forgets the
 * connection.
 */
export function useConnection(profileId: string) {
  const client = useQueryClient()
  const starting = useMutation({
    mutationFn: (options: Omit<StartOptions, 'profileId'>) => start({ ...options, profileId }),
  })
  const [started, setStarted] = useState<StartedConnectionSession | null>(null)
  const id = started?.connectionSessionId ?? ''
  const followed = useQuery({
    queryKey: ['connections', id],
    queryFn: async ({ signal }) => {
      const path = { profileId, connectionSessionId: id }
      return (await api.get('/profiles/{profileId}/connect/{connectionSessionId}', { path, signal })).data
    },
    enabled: started !== null,
    refetchInterval: ({ state }) => (state.data && hasEnded(state.data) ? false : followedMs),
    refetchIntervalInBackground: true,
  })
  const status = followed.data?.status
  useEffect(() => {
    if (status === 'completed') client.invalidateQueries({ queryKey: ['accounts'] }).catch(reportError)
  }, [status, client])
  return {
    started,
    session: followed.data,
    isStarting: starting.isPending,
    error: starting.error,
    async start(options: Omit<StartOptions, 'profileId'>): Promise<StartedConnectionSession> {
      const result = await starting.mutateAsync(options)
      setStarted(result)
      return result
    },
    reset() {
      setStarted(null)
      starting.reset()
    },
  }
}
