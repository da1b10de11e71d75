import { registerHooks } from 'node:module'

/** Makes the next import of `specifier` in this process fail, as for a process that may not open any more files. */
export function failNextImport(specifier: string): void {
  const hooks = registerHooks({
    resolve(imported, context, next) {
      if (imported !== specifier) return next(imported, context)
      hooks.deregister()
      throw Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' })
    },
  })
}
