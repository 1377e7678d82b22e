/** What an assignee adds to a task about a client once it is done, by the task’s title. */
export const afterwards: Readonly<Record<string, readonly string[]>> = {
  'Plan review': [
    'Summary of the review sent to NAME, with the new goals on the first page.',
    'NAME was well prepared and brought a list. All points are in the report.',
    'NAME is happy to trial the new times for a month.',
    'NAME asked for the review in plain English. Sent the two-page version.',
  ],
  'Medication audit': [
    'Checked the pack against the chart with NAME.',
    'Returned NAME’s old tablets to the pharmacy.',
    'NAME knows what each tablet is for and when it is due.',
  ],
  'Monthly medication audit': ['NAME’s chart and pack match.', 'Asked the pharmacy for larger print on NAME’s pack.'],
  'Call family': [
    'NAME joined us for part of the call.',
    'Emailed NAME’s family a short summary.',
    'Family will ring NAME on the weekend.',
  ],
  'Weekly check-in call': [
    'NAME is going well, nothing needed this week.',
    'NAME would like to do the shopping on a different day. Asked rostering.',
    'NAME had a good week and two visitors.',
    'NAME’s phone was off. Tried again later and all is well.',
    'NAME asked about the next outing. Sent the program.',
    'NAME was out for a walk the first time I rang. Got through an hour later, all good.',
    'NAME is happy with the carers and has no concerns.',
    'NAME has been a bit tired. Will mention it to the nurse.',
    'NAME is looking forward to the family coming over.',
    'NAME asked for a copy of the roster. Posted it today.',
    'NAME had a sore knee early in the week, better now.',
  ],
  'Equipment quote': [
    'Went through the quotes with NAME, who prefers the lighter one.',
    'Measured the doorway at NAME’s place for the quote.',
    'NAME would like to try it out first. Asked the supplier for a loan one.',
  ],
  'Update care plan': [
    'NAME has read the new plan and signed it.',
    'Put a printed copy in the folder at NAME’s place.',
    'Went over the changes with NAME’s regular carers.',
  ],
  'Hospital discharge follow-up': [
    'NAME is managing well at home. Walking frame from the ward has arrived.',
    'First evening visit went well, and NAME ate a proper dinner.',
  ],
  'Renew service agreement': [
    'Explained the new prices to NAME.',
    'NAME has a signed copy.',
    'NAME had a question about public holiday rates, now sorted.',
  ],
  'Support meeting': [
    'NAME ran part of the meeting and talked about the garden.',
    'NAME would like the next meeting at home.',
    'NAME invited a friend along, who had good ideas for weekends.',
    'Minutes sent to NAME and everyone who came.',
  ],
}
