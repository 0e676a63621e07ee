import { createRoot } from 'react-dom/client'
import { Debug } from './Debug'

const root = document.getElementById('root')
if (root !== null) createRoot(root).render(<Debug />)
