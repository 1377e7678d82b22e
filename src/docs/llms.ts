import { changelogAddress } from './changelog.ts'
import { guideAddress } from './guides.ts'
import type { Site } from './site.ts'

export const llmsAddress = '/llms.txt'

/** What the service is, and where its documents are, for models (llmstxt.org). */
export function llmsText({ document, areas, guides }: Site): string {
  const basePath = document.servers[0]!.url
  const link = (name: string, address: string, text = '') => `- [${name}](${address})${text && `: ${text}`}`
  return `# Wattle

> Open, self-hosted software for care and support providers. Its JSON REST API reads and changes one organisation’s clients, staff, sites, roster, tasks, billing, prospects, forms and reports.

Every request needs an organisation’s access token in the header \`Authorization: Bearer svc_at_…\`, which an administrator of the service creates. Agents connect by the Model Context Protocol at \`POST /mcp\` with the same token: its tools use the API with the rights of the token.

## Interfaces

${link('API', basePath, 'paths of the reference are below this one')}
${link('Specification', `${basePath}/openapi.json`, 'OpenAPI 3.1')}
- Typed clients, in the repository of Wattle: \`@wattle/client\` for TypeScript and JavaScript in \`sdk/\`, \`wattle_client\` for Python in \`clients/python/\`. \`x-sdk\` of the specification is the name of each operation in them.
${link('MCP server', '/mcp', 'POST, Streamable HTTP, no sessions; `?read_only=true` and `?areas=roster,clients` narrow it; the operator may have turned it off')}

## Reference

${areas.map(({ name, address, description }) => link(name, address, description?.split('\n', 1)[0])).join('\n')}

## Guides

${guides.map((guide) => link(guide.title, guideAddress(guide))).join('\n')}

## Optional

${link('Changelog', changelogAddress)}
`
}
