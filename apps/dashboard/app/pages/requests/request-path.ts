import type { RequestRecord } from '@carillon/client'

/** The path of a request, with the ids in the places of its parameters. */
export function requestPath({ path, params }: Pick<RequestRecord, 'path' | 'params'>): string {
  return path.replace(/\{(\w+)\}/g, (whole, name: string) => params[name] ?? whole)
}
