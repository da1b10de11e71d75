import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { useQueryParam } from './query-param.ts'
import { SearchField } from './search-field.tsx'

const searchAfterMs = 300

export interface FilterSearchProps {
  /** The parameter of the query string that contains the text. */
  param: string
  label: string
  placeholder: string
  maxLength: number
  flex: string
}

/**
 * A field for the text that a list is filtered by. The trimmed text is written to the URL 300 ms after the last change;
 * a link that changes it in the URL changes the field as well.
 */
export function FilterSearch({ param, ...field }: FilterSearchProps) {
  const [text, setText] = useQueryParam(param)
  const [typed, setTyped] = useState(text ?? '')
  const [shown, setShown] = useState(text)
  const submit = useDebouncedCallback(setText, searchAfterMs)
  // A link to the same page with another text.
  if (text !== shown) {
    setShown(text)
    if ((text ?? '') !== typed.trim()) setTyped(text ?? '')
  }
  return (
    <SearchField
      {...field}
      value={typed}
      onChange={(value) => {
        setTyped(value)
        submit(value.trim())
      }}
    />
  )
}
