/** What the office writes about a client: coordinators of calls and of the case, nurses of medication. NAME is the client, WHO a relative. */
export const relatives = ['sister', 'brother', 'niece', 'cousin', 'neighbour', 'friend'] as const

export const calls = {
  opens: [
    'Rang NAME’s WHO back.',
    'NAME’s WHO rang the office.',
    'Spoke with NAME’s WHO for a quarter of an hour.',
    'Short call from NAME’s WHO.',
    'NAME’s WHO left a message; rang back at once.',
  ],
  topics: [
    'Happy with the carers, and would like the same faces where possible. Passed on to rostering.',
    'Asked how NAME is eating. Told of the last visits, and asked the team to note meals for two weeks.',
    'Wanted to know when the next plan review is. Sent the dates by email.',
    'Worried about the steps at the back door. Will ask the OT to look at a rail.',
    'Will be away for two weeks and gave another number to ring. Contact list updated.',
    'NAME enjoyed the last outing and talks of it. Passed the thanks on to the team.',
    'Asked whether visits can be half an hour later. Rostering will try from next week.',
    'Thought that NAME sounded flat on the phone. Rang NAME as well: tired, otherwise fine. Will check again in a few days.',
    'Asked who the new carer is. Explained, and offered to introduce them.',
    'Would like to come along to the next specialist appointment. Sent the time and the place.',
    'Asked for a copy of the service agreement. Sent by post.',
    'NAME mentioned a sore hip on the weekend. Asked the nurse to have a look at the next visit.',
    'Brought up the hot water, which runs out early. Rang the landlord, who will send somebody.',
    'Asked about respite for a few days. Sent the list of places and what the funding covers.',
  ],
}

export const cases = {
  opens: [
    'Home visit, NAME was glad of the company.',
    'Met NAME at home.',
    'Went through the care plan with NAME.',
    'Looked in on NAME after the last weeks’ notes.',
    'Video call with NAME.',
  ],
  findings: [
    'Getting around the house is going well.',
    'Wants to cook more often and would like help with the shopping only.',
    'Would like to join the walking group. Will ask for a trial.',
    'Sleeps better since the evening visits are earlier.',
    'The bathroom rail is loose. Handyman ordered.',
    'Funds are on track for the quarter.',
    'Has lost some weight since the last review. Asked the GP about a dietitian.',
    'Reads a lot again since the new glasses.',
    'Says that mornings are hard and afternoons fine. Times will be looked at.',
    'The front path is uneven. Council informed, cones put out.',
    'Feels safe at home and has the pendant on.',
    'Would rather not have visits on weekends for now.',
  ],
  ends: [
    'Next contact in a month.',
    'Care plan updated.',
    'No change to services.',
    'NAME agreed and has a copy.',
    'Told the team leader.',
    'Will follow up by phone next week.',
  ],
}

/** What changed, or what was found to be right. */
export const medication = [
  {
    opens: [
      'GP sent a new chart for NAME.',
      'Spoke with the GP about NAME’s tablets.',
      'Pharmacy rang with a change for NAME.',
    ],
    findings: [
      'Blood pressure tablet goes from one to half in the morning, from the next pack on.',
      'The evening dose of paracetamol is now as needed only.',
      'Eye drops twice a day for two weeks, then review.',
      'Iron tablets are stopped after the last blood test.',
      'Vitamin D is added once a week.',
      'The fluid tablet moves to the morning.',
    ],
    ends: [
      'Chart in the folder replaced.',
      'Team told by message.',
      'NAME knows about it.',
      'New pack comes this week.',
    ],
  },
  {
    opens: ['Checked NAME’s pack and chart.', 'Reviewed NAME’s PRN book.', 'Went through last month’s chart.'],
    findings: [
      'All doses of the month are signed.',
      'One dose was signed late; talked with the carer, and the tablets were taken on time.',
      'PRN paracetamol was used four times, each with a reason.',
      'Two initials were hard to read; asked the team to print them.',
      'Nothing missing, nothing left over.',
    ],
    ends: [
      'Next check in a month.',
      'Copy filed.',
      'Told the team leader.',
      'NAME asked for a list of the tablets; printed one.',
    ],
  },
]

export const progress = {
  opens: ['Goals of the last month.', 'Monthly summary.', 'Summary for the support team.'],
  goals: [
    'Cooking: NAME makes two meals a week with prompting only.',
    'Walking: from the gate to the corner and back with one rest.',
    'Money: NAME keeps to the weekly budget and saves the receipts.',
    'Friends: NAME has met a friend from the group twice.',
    'Washing: NAME does a load alone and hangs it out with help.',
    'Travel: NAME takes the bus to the library with somebody behind, not beside.',
    'Strength: stands up from the chair five times without arms.',
    'Speaking up: NAME said no to a change of times and asked for another.',
    'Sleep: four good nights of five.',
  ],
  ends: [
    'Keep going as planned.',
    'A little more each week.',
    'NAME chose the goal for the next month.',
    'Some weeks were slower; that is fine.',
    'Well done to the team.',
  ],
}

export const handover = {
  opens: ['For the team:', 'For the next visits:', 'Please note:'],
  items: [
    'the key safe has a new code, ask the office.',
    'NAME prefers to be called before you come.',
    'parking is in the side street from now on.',
    'the dog is friendly, and should stay in the yard during care.',
    'new chair in the shower, brakes on before NAME sits down.',
    'the lift is out of order this week, allow more time.',
    'NAME has a cold; mask on, and wash hands.',
    'use the blue sling, the grey one is with the supplier.',
    'NAME would like the door left open a little when leaving.',
    'the washing machine is new, instructions are on the lid.',
    'hearing aids are at the workshop until next week; speak slowly and face NAME.',
    'visits start at the back door while the front steps are being fixed.',
  ],
  ends: [
    'Thank you.',
    'Ring the office if anything is unclear.',
    'In the care plan too.',
    'Told the regular carers by phone.',
  ],
}
