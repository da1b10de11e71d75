import { Text } from '@mantine/core'
import styles from './compose.module.css'
import type { Hint } from './form/crop.ts'

const percent = (part: number) => `${part * 100}%`

/**
 * Draws on a preview the part that would remain after cropping for each network, with the rest darkened. Hidden from
 * screen readers: `CropHints` says the same.
 */
export function CropFrames({ hints }: { hints: readonly Hint[] }) {
  return (
    <span className={styles['frames']} aria-hidden="true">
      {hints.map(
        ({ name, frame }) =>
          frame && (
            <span
              key={name}
              className={styles['frame']}
              style={{
                left: percent(frame.left),
                top: percent(frame.top),
                width: percent(frame.width),
                height: percent(frame.height),
              }}
            />
          ),
      )}
    </span>
  )
}

/** The changes to a file that each network would make or requires, in words, below the name of the file. */
export function CropHints({ title, hints }: { title: string; hints: readonly Hint[] }) {
  if (hints.length === 0) return null
  return (
    <div>
      <Text size="xs" fw={500} className="foreign">
        {title}
      </Text>
      {hints.map(({ name, words }) => (
        <Text key={name} size="xs" c="dimmed">
          {name} {words}
        </Text>
      ))}
    </div>
  )
}
