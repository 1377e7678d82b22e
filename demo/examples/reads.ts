const hour = 3_600_000

/** That the demo connection was shown clients. Bundles have no reads. */
export interface ExampleRead {
  operation: 'getClient' | 'listClients' | 'listClientNotes' | 'listShifts'
  via: 'api' | 'export'
  clientIds: number[]
  requests: number
  at: number
}

/** Reads of some days before the demo organisation was made: a roster that is looked at each morning, an export, and a person. */
export const exampleReads = (now: number): ExampleRead[] => [
  ...[5, 4, 3, 2, 1].map((days): ExampleRead => {
    const clientIds = days % 2 === 1 ? [2001, 2002, 2003] : [2002, 2003, 2004]
    return { operation: 'listShifts', via: 'api', clientIds, requests: 2, at: now - (24 * days + 3) * hour }
  }),
  { operation: 'listClients', via: 'export', clientIds: [2001, 2002, 2003, 2004], requests: 1, at: now - 80 * hour },
  { operation: 'getClient', via: 'api', clientIds: [2001], requests: 3, at: now - 26 * hour },
  { operation: 'listClientNotes', via: 'api', clientIds: [2001], requests: 1, at: now - 26 * hour + 4000 },
]
