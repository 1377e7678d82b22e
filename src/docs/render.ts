import { changelogAddress, changelogContent } from './changelog.ts'
import { guideAddress } from './guides.ts'
import { llmsAddress, llmsText } from './llms.ts'
import { overview } from './overview.ts'
import { areaContent, guideContent, linksOf, type PageFiles, pageHtml } from './page.ts'
import { searchIndex } from './search.ts'
import type { Site } from './site.ts'

/** The files of the reference by their address: a page for the overview, each area and each guide, the index of the search, and the page for models. */
export function renderSite(site: Site, files: PageFiles): Map<string, string> {
  const pages = [
    { address: '/docs', title: site.document.info.title, content: overview(site) },
    ...site.areas.map((area) => ({
      address: area.address,
      title: area.name,
      content: areaContent(site.document, area),
      area,
    })),
    ...site.guides.map((guide) => ({
      address: guideAddress(guide),
      title: guide.title,
      content: guideContent(site, guide),
    })),
    { address: changelogAddress, title: 'Changelog', content: changelogContent(site, linksOf(site)) },
  ]
  return new Map([
    ...pages.map((page): [string, string] => [page.address, pageHtml(site, files, page)]),
    ['/docs/search.json', JSON.stringify(searchIndex(site))],
    [llmsAddress, llmsText(site)],
  ])
}
