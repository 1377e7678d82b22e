import { areas, levels } from '../access/areas.ts'

export const help = {
  token: `
Examples:
  wattle token create --org acme-care --name "Payroll sync" --access clients=read,staff=read
  wattle token list --org acme-care
  wattle token rotate --org acme-care 5 --overlap 24h
  wattle token revoke --org acme-care 5`,
  create: `
Areas: all, ${areas.join(', ')}
Levels: ${levels.join(', ')}

Examples:
  wattle token create --org acme-care --name "Payroll sync" --access clients=read-write,staff=read
  wattle token create --org acme-care --name Reports --access all=read --access clients=none --expires 2027-02-01
  wattle token create --org acme-care --name CI --access all=read-write --expires 12h --json

A day begins at midnight in the organisation's time zone.`,
  list: `
Examples:
  wattle token list --org acme-care
  wattle token list --org acme-care --json`,
  disable: `
Example:
  wattle token disable --org acme-care 5

It takes effect within a second on every running node.`,
  enable: `
Example:
  wattle token enable --org acme-care 5`,
  revoke: `
Example:
  wattle token revoke --org acme-care 5

A revoked token cannot be enabled again. It takes effect within a second on every running node.`,
  rotate: `
Examples:
  wattle token rotate --org acme-care 5
  wattle token rotate --org acme-care 5 --overlap 1h --json

The new token has the same connection and access, and lives 90 days.`,
}
