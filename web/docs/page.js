import './base.css'
import './contents.css'
import './operation.css'
import './table.css'
import './code.css'
import './try-it.css'
import './dialog.css'
import './guide.css'
import './overview.css'
import { setUpCode } from './code.js'
import { setUpConnect } from './connect.js'
import { setUpContents } from './contents.js'
import { setUpDialogs } from './dialog.js'
import { setUpSearch } from './search.js'
import { setUpTryIt } from './try-it.js'

setUpCode()
setUpDialogs()
setUpConnect()
setUpSearch()
// Most are never opened, and creating all their forms would delay the page.
for (const details of document.querySelectorAll('.try'))
  details.addEventListener('toggle', () => setUpTryIt(details), { once: true })
setUpContents()
