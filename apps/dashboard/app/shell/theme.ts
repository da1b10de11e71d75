import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'

/**
 * The accent colour, bronze, as the bell of the icon. Contrast: shade 7 has 6:1 with white, shade 4 has 7:1 on the dark
 * background.
 */
const bronze: MantineColorsTuple = [
  '#fdf5ec',
  '#f6e7d4',
  '#eccda7',
  '#e3b176',
  '#db994c',
  '#c98232',
  '#a5691b',
  '#8a5614',
  '#6f450f',
  '#55340a',
]

/**
 * Settings of selects: the list of options scrolls itself, so that arrow keys and screen readers reach all of it; long
 * names are wrapped.
 */
const scrolledList = {
  defaultProps: { withScrollArea: false },
  styles: { options: { maxHeight: 'min(400px, 50vh)', overflowY: 'auto' }, option: { overflowWrap: 'anywhere' } },
} as const

export const theme = createTheme({
  primaryColor: 'bronze',
  primaryShade: 7,
  colors: { bronze },
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  headings: { fontWeight: '600', sizes: { h1: { fontSize: '1.375rem', lineHeight: '1.3' } } },
  defaultRadius: 'md',
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  components: {
    // The description is below the field, so that adjacent fields are aligned.
    InputWrapper: {
      defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] },
      styles: { error: { marginTop: 4 } },
    },
    Input: {
      styles: {
        wrapper: { '--input-bd-focus': 'light-dark(var(--mantine-color-bronze-7), var(--mantine-color-bronze-5))' },
      },
    },
    // The colour of the icon and the background says enough; the words keep their contrast.
    Alert: {
      styles: {
        root: {
          background:
            'light-dark(color-mix(in srgb, var(--alert-bg) 60%, #fff), color-mix(in srgb, var(--alert-bg) 35%, #191a1c))',
          borderColor: 'color-mix(in srgb, var(--alert-color) 25%, transparent)',
        },
        label: { color: 'var(--mantine-color-text)' },
        message: { color: 'var(--mantine-color-text)' },
      },
    },
    // An element of the menu that cannot be named would take the focus first.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Select: scrolledList,
    MultiSelect: scrolledList,
    // Lists and menus that are open belong to the page: nothing is outside of its landmarks.
    Popover: { defaultProps: { portalProps: { target: '#page' } } },
    NavLink: {
      defaultProps: { py: 4, px: 'xs' },
      styles: { root: { borderRadius: 'var(--mantine-radius-md)' } },
    },
    Notification: { styles: { description: { color: 'var(--mantine-color-text)' } } },
  },
})

/**
 * The colours of both schemes. Dimmed text, placeholders and errors have a contrast of at least 4.5:1 on every
 * background of the app.
 */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#ffffff',
    '--mantine-color-text': '#17181a',
    '--mantine-color-dimmed': '#5c636b',
    '--mantine-color-placeholder': '#6a7178',
    '--mantine-color-error': '#c2201f',
    '--mantine-color-anchor': '#8a5614',
    '--app-background': '#fafaf9',
    '--app-border': '#e4e4e2',
    '--app-hover': '#f1f1ef',
  },
  dark: {
    '--mantine-color-body': '#191a1c',
    '--mantine-color-text': '#e9eaec',
    '--mantine-color-dimmed': '#a4a9b0',
    '--mantine-color-placeholder': '#9499a0',
    '--mantine-color-error': '#ff8a87',
    '--mantine-color-anchor': '#e3b176',
    '--app-background': '#131415',
    '--app-border': '#2e3033',
    '--app-hover': '#232527',
  },
})
