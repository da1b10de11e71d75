import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import './shell/global.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './shell/app.tsx'
import { allowPlainText } from './shell/trusted-types.ts'

allowPlainText()

const container = document.getElementById('app')
if (container === null) throw new Error('The page has no #app.')
createRoot(container).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
