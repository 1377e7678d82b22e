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
  'shift.created':
    'A shift was made; detail has conflicts that were overridden with the reason, or staff left out by its series.',
  'shift.updated': 'Fields of a shift changed; detail has conflicts that were overridden, with the reason.',
  'shift.published': 'A draft became scheduled; detail has conflicts that were overridden, with the reason.',
  'shift.unpublished': 'A scheduled shift became a draft again.',
  'shift.clocked_in': 'Somebody clocked in; detail has the staff member and the status of the shift.',
  'shift.clocked_out': 'Somebody clocked out; detail has the staff member and the status of the shift.',
  'shift.cancelled': 'A shift was cancelled; detail has by whom and the reason.',
  'shift.restored': 'A cancelled shift became scheduled again; detail has conflicts that were overridden.',
  'shift.deleted': 'A shift that had started or was cancelled was deleted; its record is kept.',
  'shift.removed': 'A shift that never happened was removed for good.',
  'shift.note_added': 'A note was written on a shift; detail has its id.',
  'organisation.imported': 'A bundle was imported; detail has the counts.',
} as const

export type EventType = keyof typeof events
