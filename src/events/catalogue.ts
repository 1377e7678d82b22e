/** Every event the service records, with what it means. An event names fields, not their values; see each detail. */
export const events = {
  'client.created': 'A client was created.',
  'client.updated': 'Fields of a client changed.',
  'client.archived': 'A client’s status became Archived; other fields may have changed with it.',
  'client.restored': 'A client’s status became Active again; other fields may have changed with it.',
  'staff.created': 'A staff member was created.',
  'staff.updated': 'Fields of a staff member changed.',
  'staff.status_changed': 'A staff member’s status changed; detail has from, to and the reason given.',
  'site.created': 'A site was created.',
  'site.updated': 'Fields of a site changed; a list of people counts as one field.',
  'organisation.imported': 'A bundle was imported; detail has the counts.',
} as const

export type EventType = keyof typeof events
