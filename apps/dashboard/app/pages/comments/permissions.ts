import type { Comment, Platform } from '@carillon/client'
import type { Capability, Facts } from '../../data/facts.ts'

/** The permitted actions on the comments of an account, by the capabilities of its network. */
export interface Permissions {
  /** Maximum length of a reply; null if replies are not supported. */
  maxReply: number | null
  canComment: boolean
  canHide: boolean
  canLike: boolean
  canDelete: boolean
  /** Whether comments of others can be deleted. */
  canDeleteOthers: boolean
  canBan: boolean
}

function numberIn(cell: Capability | undefined, name: string): number | null {
  const value = cell ? cell[name] : undefined
  return typeof value === 'number' ? value : null
}

/** What a session may do that may only read. */
const none: Permissions = {
  maxReply: null,
  canComment: false,
  canHide: false,
  canLike: false,
  canDelete: false,
  canDeleteOthers: false,
  canBan: false,
}

/** What the network allows, if the session may change comments at all. */
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

/** Whether this comment may be deleted. */
export function canDeleteComment({ canDelete, canDeleteOthers }: Permissions, comment: Comment): boolean {
  if (!canDelete || comment.deletable === false) return false
  return canDeleteOthers || comment.isCreator
}
