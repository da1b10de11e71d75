import { Input, NumberInput, Slider, Stack } from '@mantine/core'
import { useEffect, useId, useRef, useState } from 'react'
import { numberIn } from '../ads/money.ts'
import styles from './compose.module.css'
import { type DraftMedia, mediaName } from './draft/draft.ts'
import { stillOf } from './preview/still.ts'

export interface PickerProps {
  label: string
  media: readonly DraftMedia[]
  value: number | undefined
  /** The value that the network uses if nothing is chosen: milliseconds of a video, or the index of an image. */
  usual: number
  onChange(value: number | undefined): void
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

/** Shows the frame of a video at `ms` milliseconds. */
function Frame({ url, ms }: { url: string; ms: number }) {
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    if (video.current) video.current.currentTime = ms / 1000
  }, [ms])
  return (
    <video
      ref={video}
      src={url}
      muted
      playsInline
      preload="auto"
      className={styles['cover']}
      tabIndex={-1}
      aria-label="The cover frame"
    />
  )
}

interface SecondsFieldProps extends Pick<PickerProps, 'label' | 'value' | 'usual' | 'onChange'> {
  /** The duration of the video in milliseconds; null if it is not known. */
  max: number | null
}

/** A field for a time in seconds. It keeps what is entered as it is, such as `1.` on the way to 1.5. */
function SecondsField({ label, value, usual, max, onChange }: SecondsFieldProps) {
  const [entered, setEntered] = useState<number | string>(value === undefined ? '' : value / 1000)
  const change = (next: number | string) => {
    setEntered(next)
    const chosen = numberIn(next)
    onChange(chosen === null ? undefined : Math.round(chosen * 1000))
  }
  return (
    <NumberInput
      label={`${label}, in seconds`}
      value={entered}
      onChange={change}
      min={0}
      {...(max !== null && { max: max / 1000 })}
      placeholder={String(usual / 1000)}
    />
  )
}

/**
 * Chooses a frame of the first of `media`, a video, in milliseconds from its start. A field for seconds replaces the
 * slider if the browser does not have the file or its duration.
 */
export function FramePicker({ label, media, value, usual, onChange }: PickerProps) {
  const [video] = media
  const max = video?.facts?.durationMs ?? null
  const url = video && 'file' in video.source ? video.previewUrl : null
  if (url === null || max === null) {
    return <SecondsField label={label} value={value} usual={usual} max={max} onChange={onChange} />
  }
  const shown = Math.min(value ?? usual, max)
  return (
    <Stack gap={6}>
      <Input.Label component="span">{label}</Input.Label>
      <Frame url={url} ms={shown} />
      <Slider
        thumbLabel={label}
        value={shown}
        onChange={onChange}
        min={0}
        max={max}
        step={100}
        label={seconds}
        thumbProps={{ 'aria-valuetext': seconds(shown) }}
      />
    </Stack>
  )
}

/** Chooses one of the images by its index, from 0; shows nothing if there are fewer than two. */
export function ImagePicker({ label, media, value, usual, onChange }: PickerProps) {
  const id = useId()
  if (media.length < 2) return null
  return (
    <Stack gap={6}>
      <Input.Label component="span" id={id}>
        {label}
      </Input.Label>
      <div className={styles['choices']} role="radiogroup" aria-labelledby={id}>
        {media.map((one, index) => (
          <label key={one.id} className={styles['choice']}>
            <input
              type="radio"
              name={id}
              checked={(value ?? usual) === index}
              onChange={() => onChange(index)}
              aria-label={`Image ${index + 1}, ${mediaName(one)}`}
            />
            {stillOf(one) === null ? <span>{index + 1}</span> : <img src={stillOf(one) ?? ''} alt="" />}
          </label>
        ))}
      </div>
    </Stack>
  )
}
