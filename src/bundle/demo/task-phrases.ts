/** What an assignee adds to a task about a client once it is done, by the task’s title. */
export const afterwards: Readonly<Record<string, readonly string[]>> = {
  'Plan review': [
    'Summary of the review sent to NAME, with the new goals on the first page.',
    'NAME was well prepared and brought a list. All points are in the report.',
    'Agreed with NAME to try the new times for a month.',
  ],
  'Medication audit': [
    'Counted the pack against the chart with NAME present.',
    'Old tablets taken back to the pharmacy.',
  ],
  'Monthly medication audit': ['Chart and pack agree for NAME.', 'Asked the pharmacy for larger print on NAME’s pack.'],
  'Call family': [
    'NAME was with us on the phone for part of the call.',
    'Sent a short summary to the family by email.',
  ],
  'Weekly check-in call': [
    'NAME is well and had no wishes.',
    'NAME would like a different day for the shopping. Asked rostering.',
    'NAME had a good week and two visitors.',
    'NAME’s phone was off; tried again later and all is well.',
    'NAME asked about the next outing. Sent the program.',
    'NAME was out walking at the first try, so I rang again an hour later.',
  ],
  'Equipment quote': [
    'Went through the quotes with NAME, who prefers the lighter one.',
    'Measured the doorway at NAME’s home for the quote.',
  ],
  'Update care plan': ['NAME has read the new plan and signed it.', 'Printed copy for the folder at NAME’s home.'],
  'Hospital discharge follow-up': [
    'NAME is managing well at home. Walking frame from the ward has arrived.',
    'First evening visit went well, and NAME ate a proper dinner.',
  ],
  'Renew service agreement': ['Explained the new prices to NAME.', 'NAME has a signed copy.'],
  'Support meeting': [
    'NAME led part of the meeting and spoke about the garden.',
    'Minutes sent to NAME and everybody who was there.',
  ],
}
