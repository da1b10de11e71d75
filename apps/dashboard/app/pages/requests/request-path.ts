import type { RequestRecord } from '@carillon/client'

/** The path of a request in which `{name}` is replaced by the parameter of that name, or kept if none exists. */
export function requestPath({ path, params }: Pick<RequestRecord, 'path' | 'params'>): string {
  return path.replace(/\{(\w+)\}/g, (whole, name: string) => params[name] ?? whole)
}
