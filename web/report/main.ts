import './styles/page.css'
import './styles/cards.css'
import './styles/card-content.css'
import './styles/insight-page.css'
import './styles/small-cards.css'
import './styles/table.css'
import './styles/print.css'
import './styles/print-dashboard.css'
import type { DashboardPageData, InsightPageData } from '../../src/reports/page/page-data.ts'
import { showDashboard } from './dashboard.ts'
import { byId } from './dom.ts'
import { show } from './show.ts'

// An error page has no data.
const json = document.getElementById('report-data')?.textContent
if (json) {
  const data = JSON.parse(json) as InsightPageData | DashboardPageData
  if (data.kind === 'dashboard') showDashboard(data)
  else show(byId('insight'), { ...data, isCard: false })
}
