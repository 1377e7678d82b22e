/** The offices of the demo organisation, their shares of the clients, and suburbs around each with postcodes. */
export const offices = [
  {
    name: 'Parramatta',
    share: 4,
    suburbs: [
      ['Parramatta', 2150],
      ['Westmead', 2145],
      ['Auburn', 2144],
      ['Granville', 2142],
      ['Merrylands', 2160],
      ['Blacktown', 2148],
      ['Seven Hills', 2147],
      ['Castle Hill', 2154],
    ],
  },
  {
    name: 'Hurstville',
    share: 3,
    suburbs: [
      ['Hurstville', 2220],
      ['Kogarah', 2217],
      ['Rockdale', 2216],
      ['Bankstown', 2200],
      ['Campsie', 2194],
      ['Lakemba', 2195],
      ['Beverly Hills', 2209],
      ['Miranda', 2228],
    ],
  },
  {
    name: 'Newcastle',
    share: 2,
    suburbs: [
      ['Hamilton', 2303],
      ['Mayfield', 2304],
      ['Charlestown', 2290],
      ['Wallsend', 2287],
      ['Adamstown', 2289],
      ['Merewether', 2291],
      ['Maitland', 2320],
      ['Belmont', 2280],
    ],
  },
  {
    name: 'Wollongong',
    share: 2,
    suburbs: [
      ['Wollongong', 2500],
      ['Fairy Meadow', 2519],
      ['Figtree', 2525],
      ['Dapto', 2530],
      ['Corrimal', 2518],
      ['Warrawong', 2502],
      ['Thirroul', 2515],
      ['Shellharbour', 2529],
    ],
  },
] as const

/** The business locations: the offices, and one that has no clients yet. */
export const businesses = [
  { name: 'Parramatta', address: '31 Church Street, Parramatta NSW 2150' },
  { name: 'Hurstville', address: '140 Forest Road, Hurstville NSW 2220' },
  { name: 'Newcastle', address: '7 Hunter Street, Hamilton NSW 2303' },
  { name: 'Wollongong', address: '52 Railway Parade, Wollongong NSW 2500' },
  { name: 'Gosford', address: null },
]

export const streets = [
  'Acacia Avenue',
  'Albert Street',
  'Banksia Road',
  'Church Street',
  'Dunmore Street',
  'Forest Road',
  'George Street',
  'Grevillea Crescent',
  'Hunter Street',
  'Jacaranda Drive',
  'King Street',
  'Lachlan Place',
  'Macquarie Street',
  'Northcote Street',
  'Park Road',
  'Queen Street',
  'Railway Parade',
  'Station Street',
  'Victoria Road',
  'Wattle Street',
] as const

/** Suppliers: people and firms that are not staff. */
export const suppliers = [
  ['Harbour', 'Physiotherapy', 'bookings@harbourphysio.example'],
  ['Fresh Start', 'Meals', 'orders@freshstartmeals.example'],
  ['Illawarra', 'Home Maintenance', 'jobs@illawarrahomes.example'],
  ['Clearview', 'Cleaning', null],
] as const

/** Mobile numbers that the Australian regulator reserves for fiction. */
export const numbersForFiction = [
  '0491 570 006',
  '0491 570 110',
  '0491 570 156',
  '0491 570 157',
  '0491 570 158',
  '0491 570 159',
  '0491 570 313',
  '0491 570 737',
  '0491 571 266',
  '0491 571 491',
  '0491 571 804',
  '0491 572 549',
  '0491 572 665',
  '0491 572 983',
  '0491 573 087',
  '0491 573 770',
  '0491 574 118',
  '0491 574 632',
  '0491 575 254',
  '0491 575 789',
] as const
