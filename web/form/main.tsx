import './styles.css'
import { createRoot } from 'react-dom/client'

createRoot(document.getElementById('form')!).render(<p>hi</p>)
