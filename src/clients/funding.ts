/** Who pays for care: the types of clients, which are also the types of funding of what they receive. */
export const clientTypes = ['HCP', 'SaH', 'THCP', 'GHCP', 'NDIS', 'Private'] as const

/** What a charge is claimed as. */
export const claimTypes = [
  'Standard',
  'Cancellation',
  'Report writing',
  'Travel',
  'Non-face-to-face',
  'Telehealth',
  'Irregular SIL',
] as const
