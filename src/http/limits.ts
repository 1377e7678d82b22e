/**
 * What belongs to a task or a shift stands whole in its record, which every change of it gives back. A megabyte of it takes
 * 10 ms of the thread each time, so there are limits. Imports are not held to them.
 */
export const mostCharges = 100
export const mostDocuments = 100
const mostNoteBytes = 1_000_000
/** What a note's record has beside its text. */
const bytesBeside = 100

/** SQL: the bytes of the notes that are read. */
export const noteBytes = `coalesce(sum(octet_length(notes) + ${bytesBeside}), 0)`

/** Why a task or a shift whose other notes have so many bytes does not take this one. */
export function noRoomFor(notes: string, otherBytes: number, record: 'task' | 'shift'): string | undefined {
  if (otherBytes + bytesBeside + Buffer.byteLength(notes) <= mostNoteBytes) return
  return `notes of one ${record} must have at most 1 MB (${mostNoteBytes.toLocaleString('en')} bytes) together.`
}
