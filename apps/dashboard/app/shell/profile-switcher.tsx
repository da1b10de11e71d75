import { Select } from '@mantine/core'
import { useChosenProfile } from '../data/profile.ts'

/** A select for the profile that the pages show; nothing if there are fewer than two. */
export default function ProfileSwitcher() {
  const { profiles, profileId, choose } = useChosenProfile()
  if (profiles.length < 2) return null
  return (
    <Select
      aria-label="Profile"
      data={profiles.map(({ id, name }) => ({ value: id, label: name }))}
      value={profileId}
      onChange={(id) => id && choose(id)}
      allowDeselect={false}
      searchable
      nothingFoundMessage="No profile matches"
      size="sm"
      // Selects the text, so that typing replaces the name of the chosen profile.
      onFocus={({ currentTarget }) => currentTarget.select()}
    />
  )
}
