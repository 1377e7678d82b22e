/** The types of clients by funding; also the funding types of the services they receive. */
export const clientTypes = ['HCP', 'SaH', 'THCP', 'GHCP', 'NDIS', 'Private'] as const

/** The claim types of charges. */
export const claimTypes = [
  'Standard',
  'Cancellation',
  'Report writing',
  'Travel',
  'Non-face-to-face',
  'Telehealth',
  'Irregular SIL',
] as const
