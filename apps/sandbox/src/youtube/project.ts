import type { AppPreset } from '../network.ts'

/** The settings of the developers' project at Google. */
export interface Project {
  /** Whether the project has passed YouTube's audit. If not, uploaded videos are private and cannot be made public. */
  audited: boolean
  /** Whether the consent screen is in "Testing", so that refresh tokens expire after seven days. */
  testing: boolean
}

/**
 * Creates the settings of a project at Google. Those that `given` omits are as in a new project: not audited, in
 * testing.
 */
export function createProject(given: Partial<Project> = {}): Project {
  return { audited: given.audited ?? false, testing: given.testing ?? true }
}

/**
 * Handles `POST /person/app`: changes the given settings and returns all settings.
 * @throws RangeError that names the first unknown or invalid setting; nothing is changed then
 */
export function changeProject(project: Project, body: Record<string, unknown>): Project {
  const { network: _network, ...changes } = body
  for (const [name, value] of Object.entries(changes)) {
    if (!Object.hasOwn(project, name)) throw new RangeError(`${name}: no such field; there are audited and testing`)
    if (typeof value !== 'boolean') throw new RangeError(`${name}: true or false`)
  }
  return Object.assign(project, changes)
}

/** Combinations of project settings that the start page of the sandbox offers as buttons. */
export const PROJECT_PRESETS: readonly AppPreset[] = [
  {
    label: 'New project',
    about: 'The consent screen is in testing, and uploads are locked to private. This is the default.',
    set: { testing: true, audited: false },
  },
  {
    label: 'In production',
    about: 'The consent screen was published; uploads are locked to private until the audit.',
    set: { testing: false, audited: false },
  },
  {
    label: 'Audited',
    about: 'The consent screen was published, and the project passed the audit.',
    set: { testing: false, audited: true },
  },
]
