import type { Access } from '../../access/areas.ts'
import type { Operations } from '../operations.ts'
import { describeTool, mayUse, type Tool } from '../tool.ts'
import { accountTools } from './account.ts'
import { clientTools } from './clients.ts'
import { formTools } from './forms.ts'
import { type Describe, generalTools } from './general.ts'
import { noteTools } from './notes.ts'
import { prospectTools } from './prospects.ts'
import { reportTools } from './reports.ts'
import { rosterTools } from './roster.ts'
import { taskTools } from './tasks.ts'

/** Every tool, with what `tools/list` says of it. */
export class Tools {
  readonly #all: { tool: Tool; described: ReturnType<typeof describeTool> }[]

  constructor(operations: Operations, describe: Describe) {
    const all = [
      ...accountTools,
      ...clientTools(operations),
      ...noteTools,
      ...rosterTools(operations),
      ...taskTools(operations),
      ...prospectTools(operations),
      ...formTools(operations),
      ...reportTools(operations),
      ...generalTools(operations, describe),
    ]
    this.#all = all.map((tool) => ({ tool, described: describeTool(tool) }))
  }

  /** Those that the access allows, always in the same order. */
  list(access: Access) {
    return this.#all.filter(({ tool }) => mayUse(access, tool.needs)).map(({ described }) => described)
  }

  /** A tool that the access does not allow is as unknown as one that does not exist. */
  find(name: string, access: Access): Tool | undefined {
    return this.#all.find(({ tool }) => tool.name === name && mayUse(access, tool.needs))?.tool
  }
}
