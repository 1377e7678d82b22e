/** What the operator allows agents: nothing, reads, or what their tokens may do. */
export const mcpModes = ['off', 'read', 'on'] as const
export type McpMode = (typeof mcpModes)[number]
