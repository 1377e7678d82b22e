import './page.css'
import './cards.css'
import './figures.css'
import './room.css'
import './small.css'
import './table.css'
import './print.css'
import './sheets.css'
import type { ShownDashboard, ShownInsight } from '../../src/reports/page/shown.ts'
import { showDashboard } from './dashboard.ts'
import { byId } from './dom.ts'
import { show } from './show.ts'

// A page that says why there is no report has no data, and nothing to be done.
const data = document.getElementById('report-data')?.textContent
if (data) {
  const shown = JSON.parse(data) as ShownInsight | ShownDashboard
  if (shown.kind === 'dashboard') showDashboard(shown)
  else show(byId('insight'), { ...shown, isCard: false })
}
