/** How reads of clients are recorded: a moment after the response, before it, or not at all. */
export const auditModes = ['on', 'strict', 'off'] as const
export type AuditMode = (typeof auditModes)[number]
