import type { Comment, Platform } from '@carillon/client'
import type { Capability, Facts } from '../../data/facts.ts'

/** The permitted actions on the comments of an account, by the capabilities of its network and the key's scope. */
export interface Permissions {
  /** The maximum length of a comment or reply in characters; null if replies are not supported. */
  maxReply: number | null
  canComment: boolean
  canHide: boolean
  canLike: boolean
  canDelete: boolean
  /** Whether comments by others on the account's posts can be deleted, not only its own. */
  canDeleteOthers: boolean
  canBan: boolean
}

function numberIn(cell: Capability | undefined, name: string): number | null {
  const value = cell ? cell[name] : undefined
  return typeof value === 'number' ? value : null
}

/** The permissions of a session whose key may only read comments. */
const none: Permissions = {
  maxReply: null,
  canComment: false,
  canHide: false,
  canLike: false,
  canDelete: false,
  canDeleteOthers: false,
  canBan: false,
}

/** The permissions on a network; none at all if the session's key may not write comments (`mayWrite`). */
export function permissionsOf(
  { capabilities }: Pick<Facts, 'capabilities'>,
  { platform, mayWrite }: { platform: Platform; mayWrite: boolean },
): Permissions {
  if (!mayWrite) return none
  const cell = (name: string): Capability => capabilities[name]?.cells[platform] ?? false
  const canDelete = cell('comments.delete')
  return {
    maxReply: numberIn(cell('comments.reply'), 'maxLength'),
    canComment: Boolean(cell('comments.comment')),
    canHide: Boolean(cell('comments.hide')),
    canLike: Boolean(cell('comments.like')),
    canDelete: Boolean(canDelete),
    canDeleteOthers: canDelete !== false && canDelete['others'] === true,
    canBan: Boolean(cell('comments.banAuthor')),
  }
}

/**
 * Whether this comment can be deleted: comments of others only where the network permits that, and none that the
 * network reports as not deletable.
 */
export function canDeleteComment({ canDelete, canDeleteOthers }: Permissions, comment: Comment): boolean {
  if (!canDelete || comment.deletable === false) return false
  return canDeleteOthers || comment.isCreator
}
