import type { Naming } from './naming.ts'

/** Who there is, and where. */
export function peopleOf({ word, id }: Naming) {
  return {
    business_locations: [1, 2].map((n) => ({ id: id(n), name: `North ${word}` })),
    staff: [31, 32, 33, 34].map((n) => ({
      ...{
        id: id(n),
        first_name: `Ana${n}`,
        last_name: word,
        email: `ana${n}@${word}.example`,
        phone: `04 ${word}`,
        status: 'Active',
      },
    })),
    clients: [7, 8, 9, 13].map((n) => ({
      ...{
        id: id(n),
        first_name: `Joan${n}`,
        last_name: word,
        client_type: 'NDIS',
        business_id: id(1),
        language: word,
      },
      ...{ address: `${n} ${word} St`, primary_contact_email: `j${n}@${word}.example`, primary_contact_number: word },
    })),
    sites: [3, 4].map((n) => ({
      ...{
        id: id(n),
        name: `House ${word}`,
        type: word,
        address: `${word} Rd`,
        manager: word,
        tags: [word],
        client_capacity: 4,
      },
      ...{ participant_ids: [id(7)], support_staff_ids: [id(31)], admin_staff_ids: [id(32)] },
    })),
    price_codes: [11, 14].map((n) => ({
      ...{
        id: id(n),
        code: `${n}_${word}`,
        name: `Care ${word}`,
        unit: 'hour',
        price: 67.56,
        claim_types: ['Standard', 'Travel'],
      },
    })),
  }
}
