/** A webhook that examples of the API name, and whether a delivery to it has failed. */
export interface ExampleWebhook {
  id: number
  description: string
  hasDelivery: boolean
}

/**
 * Bundles have no webhooks, because they belong to a connection. The examples that change one have their own: 1 and 2 have a
 * delivery, 3 is deleted. They are disabled, so the demo organisation sends nothing.
 */
export const exampleWebhooks: ExampleWebhook[] = [
  { id: 1, description: 'Payroll', hasDelivery: true },
  { id: 2, description: 'Data warehouse', hasDelivery: true },
  { id: 3, description: 'Old roster screen', hasDelivery: false },
  { id: 4, description: 'Phone system', hasDelivery: false },
]
