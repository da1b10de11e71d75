import type { App, CallContext } from '../call-context.ts'
import type { Dialect } from '../call-network.ts'
import { callGraph, type GraphRequest } from '../meta/graph.ts'
import type { GraphObject } from '../meta/graph-json.ts'
import { requirePage } from './credentials.ts'

export type Host = 'web' | 'graph' | 'graphVideo' | 'upload'

/** One of the configured hosts, without a slash at its end. */
export function hostOf(app: Pick<App, 'hosts'>, name: Host): string {
  const host = app.hosts[name]
  if (host === undefined) throw new Error(`no host of Facebook is configured as ${name}`)
  return host
}

export interface PageRequest extends Omit<GraphRequest, 'host' | 'access'> {
  dialect: Dialect
  host?: Host
}

/** A Graph call in the Page's name. */
export function callPage(
  call: CallContext,
  { dialect, host = 'graph', ...request }: PageRequest,
): Promise<GraphObject> {
  const { pageToken } = requirePage(call)
  return callGraph(call, dialect, {
    ...request,
    host: hostOf(call.app, host),
    access: { token: pageToken, appSecret: call.app.secrets['clientSecret'] },
  })
}
