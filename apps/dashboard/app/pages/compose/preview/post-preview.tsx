import type { Account } from '@carillon/client'
import { accountHandle, accountName } from '../../../ui/account-name.ts'
import { Icon } from '../../../ui/icon.tsx'
import { networks } from '../../../ui/networks.ts'
import { Avatar } from '../../../ui/picture.tsx'
import { contentFor, type Draft, type DraftPart, partsOf } from '../draft/draft.ts'
import type { Appearance, PostForm } from '../form/post-schema.ts'
import { slotFor } from '../form/slot-choice.ts'
import { foldText, linkedHost } from './fold-text.ts'
import { frameRatio, MediaFrame } from './media-frame.tsx'
import styles from './preview.module.css'

const tall = 0.7

function Author({ account }: { account: Account }) {
  const name = accountName(account)
  const handle = accountHandle(account)
  return (
    <div className={styles['author']}>
      <Avatar
        account={account}
        size={32}
        fallback={
          <span className={styles['avatar']} aria-hidden="true">
            {[...name][0]?.toUpperCase()}
          </span>
        }
      />
      <span className={styles['names']}>
        <bdi className={styles['name']}>{name}</bdi>
        <span className={styles['handle']}>
          {handle && <bdi>{handle}</bdi>}
          {handle && ' · '}now
        </span>
      </span>
    </div>
  )
}

function Words({ text, appearance }: { text: string; appearance: Appearance }) {
  const { shown, isFolded } = foldText(text, appearance.fold)
  if (shown === '') return null
  return (
    <p className={styles['text']} dir="auto">
      {shown}
      {isFolded && (
        <>
          … <span className={styles['fold']}>{appearance.fold?.word}</span>
        </>
      )}
    </p>
  )
}

function LinkCard({ host }: { host: string }) {
  return (
    <div className={styles['card']}>
      <span className={styles['cardImage']}>
        <Icon name="link" size={20} />
      </span>
      <span>
        <bdi>{host}</bdi>
        <span className={styles['note']}>The title and image of the page appear here.</span>
      </span>
    </div>
  )
}

interface PartProps {
  account: Account
  appearance: Appearance
  part: DraftPart
  title: string
  field: string | undefined
}

function Part({ account, appearance, part, title, field }: PartProps) {
  const { text, media } = part
  const ratio = frameRatio({ media, appearance, field })
  const isOn = media.length > 0 && (appearance.text === 'on' || appearance.frames[field ?? ''] === 9 / 16)
  const host = appearance.linkCard && media.length === 0 ? linkedHost(text) : null
  const words = (
    <>
      {title && (
        <p className={styles['title']} dir="auto">
          {title}
        </p>
      )}
      <Words text={text} appearance={appearance} />
    </>
  )
  const frame = <MediaFrame media={media} appearance={appearance} field={field} />
  return (
    <div
      className={styles['post']}
      data-text={isOn ? 'on' : appearance.text}
      data-tall={media.length > 0 && ratio < tall}
    >
      {!isOn && <Author account={account} />}
      {!isOn && appearance.text !== 'below' && words}
      {frame}
      {isOn && (
        <div className={styles['over']}>
          <bdi className={styles['name']}>{accountHandle(account) ?? accountName(account)}</bdi>
          {words}
        </div>
      )}
      {!isOn && appearance.text === 'below' && words}
      {host && <LinkCard host={host} />}
    </div>
  )
}

export interface PostPreviewProps {
  account: Account
  form: PostForm
  draft: Draft
}

/**
 * An approximate preview of the post on the form's network; nothing if it is not known how that network shows posts.
 */
export function PostPreview({ account, form, draft }: PostPreviewProps) {
  const { platform, appearance, rules } = form
  const content = contentFor(draft, platform)
  const parts = form.thread ? partsOf(content) : [content.first]
  if (appearance === null) return null
  return (
    <figure className={styles['preview']} aria-label={`Preview on ${networks[platform].name}`}>
      {parts.map((part, index) => (
        <Part
          key={part.id}
          account={account}
          appearance={appearance}
          part={part}
          title={form.title && index === 0 ? content.title.trim() : ''}
          field={
            slotFor(index === 0 ? form.slots : (form.thread?.slots ?? []), part.media, {
              rules,
              chosen: index === 0 ? draft.slots[platform] : undefined,
            })?.field
          }
        />
      ))}
    </figure>
  )
}
