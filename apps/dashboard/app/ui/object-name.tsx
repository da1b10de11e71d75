import { Link } from 'wouter'
import { noteNavigation } from './navigation.ts'
import styles from './object-name.module.css'
import { objectPath } from './object-path.ts'

export interface ObjectNameProps {
  type: string
  id: string
  /** The profile that is chosen when the link is followed; null or absent to keep the chosen one. */
  profileId?: string | null
}

/** The type and id of an object, as a link to its page if it has one. */
export function ObjectName({ type, id, profileId = null }: ObjectNameProps) {
  const path = objectPath({ type, id })
  const words = `${type.replaceAll('_', ' ')} ${id}`
  if (path === null) return <span className={styles['name']}>{words}</span>
  const to = profileId ? `${path}?profile=${encodeURIComponent(profileId)}` : path
  return (
    <Link href={to} className={`${styles['name']} ${styles['link']}`} onClick={noteNavigation}>
      {words}
    </Link>
  )
}
